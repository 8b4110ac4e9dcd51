import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { OwnStack } from '../../stack/own-stack.js';
import type { Length } from '../bench-stack.js';
import { pay, withPayments } from '../payments.js';
import type { Roots } from '../process-cpu.js';
import { cpuBetween, cpuTimes } from '../process-cpu.js';
import type { Figure } from '../report.js';
import { atMost, rounded } from '../report.js';
import type { StatementCount } from '../sheet/statement-log.js';
import { StatementLog } from '../sheet/statement-log.js';
import { segmentsToBroker } from './kafka-requests.js';
import { wakeUpsOf } from './wake-ups.js';

/** The most that a stack at rest may do in a second. A change that exceeds it says why, here and in docs/performance.md. */
const BUDGET = { 'requests a second': 12, 'commits a second': 8, 'commands a second': 5, 'wake-ups a second': 60 };
/** The timers of earlier load have expired by then. */
const COME_TO_REST_MS = 5_000;
/** Work that is done once a minute counts as often as it is done. */
const REST_MS = 60_000;
const PAYMENTS = { payers: 8, perSecond: 8 };
const MICROSECONDS = 1_000;

/** What each process did in a second, and what all of them did. */
interface Sheet {
  readonly requests: ReadonlyMap<string, number>;
  readonly wakeUps: ReadonlyMap<string, number>;
  /** Percent of a core. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly statements: readonly StatementCount[];
  readonly commands: number;
}

/**
 * What a stack does in which nothing happens: requests to Kafka and wake-ups by process, commits by statement, commands to Redis,
 * and CPU. The full bench prints the same of a stack with eight payments a second.
 */
export function restBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  return withStatementLog(stack, async (log) => {
    const figures = await restFigures(stack, log, 'AT REST');
    if (length === 'full') print('AT EIGHT PAYMENTS A SECOND', await payingSheet(stack, log));
    return figures;
  });
}

export async function withStatementLog<Result>(
  stack: OwnStack,
  work: (log: StatementLog) => Promise<Result>,
): Promise<Result> {
  const log = await StatementLog.open(stack.facts.postgres, join(stack.root, 'logs', 'postgres.log'));
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** A minute of a stack in which nothing happens, printed, with the figures that have a budget. */
export async function restFigures(stack: OwnStack, log: StatementLog, title: string): Promise<readonly Figure[]> {
  await delay(COME_TO_REST_MS);
  const rest = await sheetOf(stack, log, () => delay(REST_MS));
  print(title, rest);
  return figuresOf(rest);
}

function payingSheet(stack: OwnStack, log: StatementLog): Promise<Sheet> {
  const { payers, perSecond } = PAYMENTS;
  return withPayments(stack, async (load) => {
    const paying = (durationMs: number) =>
      pay(stack, load, { payers, pace: { kind: 'steady', perSecond, durationMs } });
    await paying(COME_TO_REST_MS);
    return sheetOf(stack, log, () => paying(REST_MS));
  });
}

function figuresOf({ requests, wakeUps, cpu, statements, commands }: Sheet): readonly Figure[] {
  const totals: readonly [keyof typeof BUDGET, string, number][] = [
    ['requests a second', 'requests to Kafka', sumOf(requests.values())],
    ['commits a second', 'commits', sumOf(statements.map(({ commits }) => commits))],
    ['commands a second', 'commands to Redis', commands],
    ['wake-ups a second', 'wake-ups of all services', sumOf(wakeUps.values())],
  ];
  return [
    ...totals.map(([unit, what, value]) => atMost(BUDGET[unit], { what: `at rest, ${what}`, unit, value })),
    ...Object.entries(cpu).map(([name, value]) => ({
      what: `idle CPU of ${name}`,
      unit: '% of a core' as const,
      value,
    })),
  ];
}

async function sheetOf(stack: OwnStack, log: StatementLog, work: () => Promise<unknown>): Promise<Sheet> {
  const { facts } = stack;
  const services = new Map(facts.services.map(({ name, pid }) => [name, pid]));
  const roots: Roots = Object.fromEntries([...services, ...facts.engines.map(({ name, pid }) => [name, pid] as const)]);
  const redis = new Redis(facts.redis);
  try {
    const read = async () => ({
      atMs: performance.now(),
      cpu: cpuTimes(roots),
      segments: segmentsToBroker(facts.kafka),
      wakeUps: new Map([...services].map(([name, pid]) => [name, wakeUpsOf(pid)])),
      commands: await commandsOf(redis),
    });
    log.read();
    const before = await read();
    await work();
    const after = await read();
    const seconds = (after.atMs - before.atMs) / 1_000;
    const statements = log.read();
    const cpu = Object.entries(cpuBetween(before.cpu, after.cpu));
    return {
      requests: new Map(
        [...services].map(([name, pid]) => [
          name,
          ((after.segments.get(pid) ?? 0) - (before.segments.get(pid) ?? 0)) / seconds,
        ]),
      ),
      wakeUps: new Map(
        [...after.wakeUps].map(([name, count]) => [name, (count - (before.wakeUps.get(name) ?? 0)) / seconds]),
      ),
      cpu: Object.fromEntries(cpu.map(([name, micros]) => [name, micros / seconds / (10 * MICROSECONDS)])),
      statements: statements.map((counted) => ({
        ...counted,
        roundTrips: counted.roundTrips / seconds,
        commits: counted.commits / seconds,
      })),
      // the question itself is one
      commands: (after.commands - before.commands - 1) / seconds,
    };
  } finally {
    redis.disconnect();
  }
}

async function commandsOf(redis: Redis): Promise<number> {
  return Number(/^total_commands_processed:(\d+)/m.exec(await redis.info('stats'))?.[1]);
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

function print(title: string, { requests, wakeUps, cpu, statements, commands }: Sheet): void {
  console.log(
    `\n${`${title}, A SECOND`.padEnd(40)}${'KAFKA REQUESTS'.padEnd(18)}${'WAKE-UPS'.padEnd(12)}CPU, % OF A CORE`,
  );
  for (const [name, percent] of Object.entries(cpu)) {
    const cells = [requests, wakeUps].map((counts) => (counts.has(name) ? rounded(counts.get(name) ?? 0) : '-'));
    console.log(`${name.padEnd(40)}${cells[0]?.padEnd(18)}${cells[1]?.padEnd(12)}${rounded(percent)}`);
  }
  console.log(`\n${'STATEMENTS'.padEnd(84)}${'ROUND TRIPS'.padEnd(14)}COMMITS`);
  for (const { database, statement, roundTrips, commits } of [...statements].sort((a, b) => b.commits - a.commits))
    console.log(
      `${database.padEnd(22)}${statement.padEnd(62)}${roundTrips.toFixed(3).padEnd(14)}${commits.toFixed(3)}`,
    );
  console.log(`\n${'COMMANDS TO REDIS'.padEnd(84)}${rounded(commands)}`);
}
