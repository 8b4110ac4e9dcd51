import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@paygate/contracts';
import type { OwnStack } from '../stack/own-stack.js';
import type { ClosedLoopJob, ClosedLoopResult } from './load/closed-loop.js';
import { LoadProcess } from './load/load-process.js';
import { RawConnection } from './load/raw-http.js';
import type { Target } from './load/raw-http.js';
import { cpuBetween, cpuTimes, peakMemoryMib } from './process-cpu.js';
import { program } from './programs.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

const ROUND_TRIP_GOAL_MS = 5;
const ROUND_TRIP_PAUSE_MS = 10;
const IDLE_GOAL_PERCENT = 0.5;
const SERVICE_MEMORY_GOAL_MIB = 200;
const KAFKA_MEMORY_GOAL_MIB = 400;
/** Timers of the load that went before have run out by then. */
const COME_TO_REST_MS = 5_000;

/** One client that reads an intent, again and again, with a rest in between. */
export async function roundTripBench(stack: OwnStack, durationMs: number): Promise<readonly Figure[]> {
  const { merchant } = stack.facts;
  const target = stack.gateway;
  const headers = { 'x-api-key': merchant.secretKey, authorization: `Bearer ${merchant.secretKey}` };
  const request = { method: 'GET' as const, path: `/gateway/${await anIntent(target, headers)}`, headers };
  const load = new LoadProcess<ClosedLoopJob, ClosedLoopResult>(program('load/closed-loop.js'));
  try {
    const job = { target, request, connections: 1, expect: 200, pauseMs: ROUND_TRIP_PAUSE_MS };
    await load.run({ ...job, durationMs: durationMs / 4 });
    const { p50Ms, p99Ms, failures } = await load.run({ ...job, durationMs });
    return [
      atMost(ROUND_TRIP_GOAL_MS, { what: 'idle round trip (read an intent), p50', unit: 'ms', value: p50Ms }),
      { what: 'idle round trip (read an intent), p99', unit: 'ms', value: p99Ms },
      atMost(0, { what: 'idle round trip, errors', unit: 'errors', value: failures }),
    ];
  } finally {
    load.stop();
  }
}

async function anIntent(target: Target, headers: Readonly<Record<string, string>>): Promise<string> {
  const connection = await RawConnection.open(target);
  try {
    const { status, body } = await connection.ask({
      method: 'POST',
      path: '/gateway',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '5000', currency: 'XAF' }),
    });
    if (status !== 201) throw new Error(`create intent answered ${status}: ${body.toString('utf8')}`);
    return (JSON.parse(body.toString('utf8')) as { readonly id: string }).id;
  } finally {
    connection.close();
  }
}

/** What the stack uses when nobody asks it for anything. */
export async function idleBench(stack: OwnStack, durationMs: number): Promise<readonly Figure[]> {
  await delay(COME_TO_REST_MS);
  const names = [...serviceNames, 'kafka', 'postgres', 'redis'];
  const roots = Object.fromEntries(names.map((name) => [name, stack.pidOf(name)]));
  const before = cpuTimes(roots);
  const started = performance.now();
  await delay(durationMs);
  const cpu = cpuBetween(before, cpuTimes(roots));
  const elapsedMicros = (performance.now() - started) * 1_000;
  return names.map((name) => {
    const figure = {
      what: `idle CPU of ${name}`,
      unit: '% of a core' as const,
      value: ((cpu[name] ?? 0) * 100) / elapsedMicros,
    };
    return serviceNames.some((service) => service === name) ? atMost(IDLE_GOAL_PERCENT, figure) : figure;
  });
}

/** The most memory that each process has held since it was started. */
export function memoryFigures(stack: OwnStack): readonly Figure[] {
  const unit = 'MiB' as const;
  const services = serviceNames.map((name) =>
    atMost(SERVICE_MEMORY_GOAL_MIB, { what: `peak memory of ${name}`, unit, value: peakMemoryMib(stack.pidOf(name)) }),
  );
  const kafka = peakMemoryMib(stack.pidOf('kafka'));
  return [...services, atMost(KAFKA_MEMORY_GOAL_MIB, { what: 'peak memory of Kafka', unit, value: kafka })];
}
