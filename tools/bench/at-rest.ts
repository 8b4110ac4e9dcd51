import { serviceNames } from '@paygate/contracts';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { createRequest } from './bench-stack.js';
import { startCreationLoad } from './create-intent.js';
import { RawConnection } from './load/raw-http.js';
import { peakMemoryMib } from './process-cpu.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

const ROUND_TRIP_GOAL_MS = 5;
const ROUND_TRIP_PAUSE_MS = 10;
const SERVICE_MEMORY_GOAL_MIB = 200;
const KAFKA_MEMORY_GOAL_MIB = 400;
const ROUND_TRIP_MS: Readonly<Record<Length, number>> = { full: 8_000, smoke: 400 };

/** One client that reads an intent again and again, with a pause between two requests. */
export async function roundTripBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  const { merchant } = stack.facts;
  const target = stack.gateway;
  const durationMs = ROUND_TRIP_MS[length];
  const headers = { 'x-api-key': merchant.secretKey, authorization: `Bearer ${merchant.secretKey}` };
  const request = { method: 'GET' as const, path: `/gateway/${await createdIntent(stack)}`, headers };
  const load = startCreationLoad();
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

async function createdIntent(stack: OwnStack): Promise<string> {
  const connection = await RawConnection.open(stack.gateway);
  try {
    const { status, body } = await connection.ask(createRequest(stack));
    if (status !== 201) throw new Error(`create intent answered ${status}: ${body.toString('utf8')}`);
    return (JSON.parse(body.toString('utf8')) as { readonly id: string }).id;
  } finally {
    connection.close();
  }
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
