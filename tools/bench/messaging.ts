/**
 * What the bus costs, next to what it is measured by, interleaved in one run: only the ratios mean something, because the
 * machine has other things to do. Engines are those of TEST_DATABASE_URL and TEST_KAFKA_BROKERS.
 *
 *   npm run build && node dist/tools/bench/messaging.js [rounds] [seconds per run]
 */
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stream } from '@paygate/contracts';
import { ensureTopics, Names } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { commandClient, testDatabase, testKafka, testKeys, testTopics } from '@paygate/testing';
import { cpuDuring } from './messaging/cpu.js';
import { benchMigrations, createIntent, echo, sampleIntent } from './messaging/create-intent.js';
import type { LoadResult } from './messaging/http-load.js';
import { callLoad, httpLoad } from './messaging/http-load.js';
import { preparePgbench } from './messaging/pgbench.js';
import { startRole } from './messaging/roles.js';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 4);
const only = process.argv[4];
const CONNECTIONS = 48;
const IDLE_SECONDS = 10;

const keys = testKeys();
const database = await testDatabase('bench', benchMigrations);
const pgDatabase = await testDatabase('pgbench', []);
const topics = await testTopics({ maxPartitions: 12 });
const env = {
  ...keys,
  TOPIC_PREFIX: topics.prefix,
  KAFKA_BROKERS: topics.brokers,
  DATABASE_URL: database.url,
  HEALTH_PORT: '0',
  LOG_LEVEL: 'silent',
};
const stockTopic = `${topics.prefix}.stock`;
await createStockTopics();

const service = await startRole('service', env);
const gateway = await startRole('gateway', env);
const bare = await startRole('bare-route', env);
const stockService = await startRole('stock', { ...env, STOCK_TOPIC: stockTopic, STOCK_ROLE: 'service' });
const stockGateway = await startRole('stock', { ...env, STOCK_TOPIC: stockTopic, STOCK_ROLE: 'gateway' });
const client = await commandClient({ prefix: topics.prefix, keys });
const pgbench = await preparePgbench(pgDatabase.url);
const results = new Map<string, { perSecond: number[]; p50: number[]; cpuUs: number[]; failed: number }>();

try {
  await delay(3_000);
  await measureIdle();
  for (let round = 0; round <= rounds; round++) await measureRound(round > 0);
  report();
} finally {
  await Promise.all([
    client.stop(),
    ...[service, gateway, bare, stockService, stockGateway].map((role) => role.stop()),
  ]);
  await Promise.all([database.drop(), pgDatabase.drop(), topics.drop()]);
}

/** The first round only warms up. */
async function measureRound(counts: boolean): Promise<void> {
  const durationMs = seconds * 1_000;
  const call = (contract: typeof echo) => async (): Promise<boolean> => {
    const reply = await client.bus.send(contract, sampleIntent(), { requestId: newId('request') });
    return reply.ok;
  };
  const run = async (name: string, pids: readonly number[], work: () => Promise<LoadResult>): Promise<void> => {
    if (only !== undefined && !name.includes(only)) return;
    const { result, cpuUs } = await cpuDuring(pids, work);
    if (counts) record(name, result, cpuUs);
    await delay(300);
  };
  if (pgbench !== undefined && only === undefined) {
    const perSecond = await pgbench(seconds);
    if (counts) record('(a) pgbench -N -M prepared -c16', { perSecond, count: 1, failed: 0, p50: NaN, p99: NaN }, NaN);
  }
  await run('(b) bare Fastify route, one INSERT', [bare.pid], () =>
    httpLoad(Number(bare.said), CONNECTIONS, durationMs),
  );
  await run('create through a route and Kafka', [gateway.pid, service.pid], () =>
    httpLoad(Number(gateway.said), CONNECTIONS, durationMs),
  );
  await run('(d) the same on stock Nest Kafka', [stockGateway.pid, stockService.pid], () =>
    httpLoad(Number(stockGateway.said), CONNECTIONS, durationMs),
  );
  const both = [process.pid, service.pid];
  await run('create, 48 callers', both, () => callLoad(48, durationMs, call(createIntent)));
  await run('create, 256 callers', both, () => callLoad(256, durationMs, call(createIntent)));
  await run('round trip, 1 caller', both, () => callLoad(1, durationMs, call(echo)));
  await run('round trip, 64 callers', both, () => callLoad(64, durationMs, call(echo)));
  await run('round trip, 256 callers', both, () => callLoad(256, durationMs, call(echo)));
}

async function measureIdle(): Promise<void> {
  for (const [name, role] of [
    ['service', service],
    ['gateway', gateway],
  ] as const) {
    const { cpuUs } = await cpuDuring([role.pid], () => delay(IDLE_SECONDS * 1_000));
    console.log(`idle ${name}: ${((cpuUs / (IDLE_SECONDS * 1e6)) * 100).toFixed(2)} % of a core`);
  }
}

function record(name: string, result: LoadResult, cpuUs: number): void {
  const entry = results.get(name) ?? { perSecond: [], p50: [], cpuUs: [], failed: 0 };
  entry.perSecond.push(result.perSecond);
  entry.p50.push(result.p50);
  entry.cpuUs.push(cpuUs / result.count);
  entry.failed += result.failed;
  results.set(name, entry);
}

function report(): void {
  const perSecond = (part: string): number =>
    median([...results].find(([name]) => name.startsWith(part))?.[1].perSecond ?? []);
  const [a, b, d] = [perSecond('(a)'), perSecond('(b)'), perSecond('(d)')];
  console.log(`${'run'.padEnd(38)}      /s  p50 ms  CPU µs    × a    × b    × d  failed`);
  for (const [name, entry] of results) {
    const rate = median(entry.perSecond);
    const cells = [
      rate.toFixed(0).padStart(7),
      median(entry.p50).toFixed(1).padStart(7),
      median(entry.cpuUs).toFixed(0).padStart(7),
      (rate / a).toFixed(2).padStart(6),
      (rate / b).toFixed(2).padStart(6),
      (rate / d).toFixed(2).padStart(6),
      String(entry.failed).padStart(6),
    ];
    console.log(`${name.padEnd(38)} ${cells.join(' ')}`);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? NaN;
}

async function createStockTopics(): Promise<void> {
  const stock = (name: string): Stream => ({ name, kind: 'commands', partitions: 12, retentionMs: 3_600_000 });
  const names = new Names(topics.prefix);
  await ensureTopics({ kafka: testKafka().kafka, names, streams: [stock('stock'), stock('stock.reply')] });
}
