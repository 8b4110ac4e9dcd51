import type { Standing } from './create-intent.js';
import { rounded } from './report.js';

const TITLES: Readonly<Record<string, string>> = {
  kafka: 'gateway and intents over Kafka',
  'kafka-tls': 'the same over TLS',
  bare: 'bare Fastify route, one INSERT',
  http: 'HTTP hop, a statement per request',
  'http-batched': 'HTTP hop, micro-batched',
  stock: 'stock Nest Kafka transport',
  pgbench: 'pgbench -N -M prepared -c16',
};

/** The table of all ways to create an intent. */
export function printStandings(standings: readonly Standing[]): void {
  const ours = standings.find(({ name }) => name === 'kafka');
  console.log(
    `\n${'CREATE INTENT'.padEnd(36)}${'REQ/S (MIN–MAX)'.padEnd(24)}${'µs CPU'.padEnd(9)}${'p50 ms'.padEnd(8)}${'p99 ms'.padEnd(8)}BY PROCESS`,
  );
  for (const { name, perSecond, cpuMicros, cpuByProcess, p50Ms, p99Ms } of standings) {
    const { median, min, max } = perSecond;
    const processes = Object.entries(cpuByProcess).map(([process, micros]) => `${process} ${micros.toFixed(0)}`);
    const cells = [
      (TITLES[name] ?? name).padEnd(36),
      `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`.padEnd(24),
      cpuMicros.median.toFixed(0).padEnd(9),
      (p50Ms === undefined ? '-' : rounded(p50Ms)).padEnd(8),
      (p99Ms === undefined ? '-' : rounded(p99Ms)).padEnd(8),
      processes.join(', '),
    ];
    console.log(cells.join(''));
  }
  if (ours === undefined) return;
  const ratios = standings
    .filter(({ name }) => name !== 'kafka')
    .map(({ name, perSecond }) => `${name} ${rounded(ours.perSecond.median / perSecond.median)}`);
  console.log(`over Kafka, as a multiple of: ${ratios.join(', ')}`);
}
