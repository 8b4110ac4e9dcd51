import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { OwnStack } from '../../stack/own-stack.js';
import type { Length } from '../bench-stack.js';
import type { Run } from '../create-intent.js';
import { takeTurns } from '../create-intent.js';
import { LoadProcess } from '../load/load-process.js';
import { paymentRuns, withPayments } from '../payments.js';
import { cpuBetween, cpuTimes, sumOf } from '../process-cpu.js';
import type { Figure } from '../report.js';
import { atMost } from '../report.js';
import { spreadOf } from '../statistics/statistics.js';
import type { SimpleJob, SimpleResult } from './simple-load.js';
import { SimpleProcess } from './simple-process.js';

/** The greatest ratio of a payment's cost to that at one process, by the number of payers. */
const GOALS: ReadonlyMap<number, number> = new Map([
  [32, 1.8],
  [128, 1.3],
]);
const ROUNDS = {
  full: { rounds: 5, roundMs: 10_000, warmUpMs: 60_000 },
  smoke: { rounds: 1, roundMs: 2_000, warmUpMs: 1_000 },
} as const;
const AFTERMATH_MS = 500;

type SimpleLoad = LoadProcess<SimpleJob, SimpleResult>;

export interface Beside {
  /** A folder with the sources of the process. */
  readonly folder: string;
  readonly payers: readonly number[];
}

/**
 * Wallet payments at a stack and at one process with the same PostgreSQL and Redis, in turns and in random order: CPU of all processes
 * per payment. The test inbox is not counted, nor are its sessions at PostgreSQL.
 */
export async function besideBench(
  stack: OwnStack,
  { folder, payers }: Beside,
  length: Length,
): Promise<readonly Figure[]> {
  const simple = await SimpleProcess.start(folder, stack);
  const load: SimpleLoad = new LoadProcess(join(import.meta.dirname, 'simple-load.js'));
  const inbox = await inboxSessions(stack);
  try {
    return await withPayments(stack, async (paygate) => {
      const figures: Figure[] = [];
      for (const count of payers) {
        const own = paymentRuns(stack, paygate, count);
        const sides = {
          paygate: (ms: number) => inbox.without(() => own(ms)),
          process: (ms: number) => payAt({ simple, load, stack }, count, ms),
        };
        figures.push(...figuresOf(await takeTurns(sides, ROUNDS[length]), count));
      }
      return figures;
    });
  } finally {
    load.stop();
    await inbox.close();
    await simple.stop();
  }
}

interface Simple {
  readonly simple: SimpleProcess;
  readonly load: SimpleLoad;
  readonly stack: OwnStack;
}

async function payAt({ simple, load, stack }: Simple, payers: number, durationMs: number): Promise<Run> {
  const roots = { process: simple.pid, postgres: stack.pidOf('postgres'), redis: stack.pidOf('redis') };
  const { facts, place } = simple;
  const before = cpuTimes(roots);
  const result = await load.run({ ...facts, ...place, durationMs, payers: facts.payers.slice(0, payers) });
  await delay(AFTERMATH_MS);
  const cpu = cpuBetween(before, cpuTimes(roots));
  if (result.failures > 0) throw new Error(`${result.failures} payments failed: ${result.firstFailure ?? ''}`);
  const cpuByProcess = Object.fromEntries(
    Object.entries(cpu).map(([name, micros]) => [name, micros / result.payments]),
  );
  return {
    perSecond: (result.payments * 1_000) / result.durationMs,
    cpuMicros: sumOf(cpu) / result.payments,
    cpuByProcess,
  };
}

interface InboxSessions {
  /** A run without what the sessions of the test inbox took of PostgreSQL. */
  without(work: () => Promise<Run & { readonly result: { readonly payments: number } }>): Promise<Run>;
  close(): Promise<void>;
}

async function inboxSessions({ facts }: OwnStack): Promise<InboxSessions> {
  const client = new pg.Client({ connectionString: facts.postgres });
  await client.connect();
  const pids = async (): Promise<Record<string, number>> => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname LIKE '%rail_simulator' AND backend_type = 'client backend'`,
    );
    return Object.fromEntries(rows.map(({ pid }) => [String(pid), pid]));
  };
  return {
    without: async (work) => {
      const before = cpuTimes(await pids());
      const { result, ...run } = await work();
      const inbox = sumOf(cpuBetween(before, cpuTimes(await pids()))) / result.payments;
      const postgres = (run.cpuByProcess['postgres'] ?? 0) - inbox;
      return { ...run, cpuMicros: run.cpuMicros - inbox, cpuByProcess: { ...run.cpuByProcess, postgres } };
    },
    close: () => client.end(),
  };
}

function figuresOf(
  { paygate, process }: Readonly<Record<'paygate' | 'process', readonly Run[]>>,
  payers: number,
): readonly Figure[] {
  const ratios = paygate.map(({ cpuMicros }, round) => cpuMicros / (process[round]?.cpuMicros ?? Number.NaN));
  const parts = Object.entries(paygate[0]?.cpuByProcess ?? {}).map(([part, micros]) => `${part} ${micros.toFixed(0)}`);
  const what = `CPU per whole payment of ${payers} payers, Paygate to one process`;
  const goal = GOALS.get(payers);
  const ratio = { what, unit: 'ratio', value: spreadOf(ratios), note: parts.join(', ') } as const;
  const micros = (runs: readonly Run[]) => spreadOf(runs.map(({ cpuMicros }) => cpuMicros));
  return [
    goal === undefined ? ratio : atMost(goal, ratio),
    { what: `CPU per whole payment of ${payers} payers, Paygate`, unit: 'µs CPU', value: micros(paygate) },
    { what: `CPU per whole payment of ${payers} payers, one process`, unit: 'µs CPU', value: micros(process) },
  ];
}
