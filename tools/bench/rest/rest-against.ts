import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../../stack/own-stack.js';
import { treeOf } from '../../stack/tree-of.js';
import { memoryFigures } from '../at-rest.js';
import type { Length } from '../bench-stack.js';
import { startBenchStack } from '../bench-stack.js';
import { pay, withPayments } from '../payments.js';
import type { Roots } from '../process-cpu.js';
import { cpuBetween, cpuTimes, heldMemoryMib, sumOf } from '../process-cpu.js';
import type { Figure } from '../report.js';
import { atMost } from '../report.js';
import { spreadOf } from '../statistics/statistics.js';
import { restFigures, withStatementLog } from './rest.js';
import { wakeUpsOf } from './wake-ups.js';

/** Shares of what the earlier tree takes, and of what this one takes before it has taken all payments. */
const GOALS = { cpu: 0.45, wakeUps: 0.3, memory: 0.75, later: 1.2 };
const COME_TO_REST_MS = 60_000;
const SLICE_MS = 10_000;
const PAYERS = 32;
const LENGTHS = {
  full: { rounds: 4, roundMs: 60_000, warmUp: 2_000, payments: 20_000 },
  smoke: { rounds: 1, roundMs: 2_000, warmUp: 20, payments: 20 },
} as const;

/**
 * This tree and an earlier one at rest in the same minutes, each on a stack of its own that has taken the same payments: CPU of all
 * processes, wake-ups and memory of the services. Then this tree alone takes more, rests again, and is held to what it took before.
 */
export async function restAgainstBench(stack: OwnStack, earlier: string, length: Length): Promise<readonly Figure[]> {
  const { rounds, roundMs, warmUp, payments } = LENGTHS[length];
  const other = await startBenchStack({ users: PAYERS, limits: 'high', tree: treeOf(earlier), name: 'bench-earlier' });
  const before: Taken[][] = [];
  try {
    for (const each of [stack, other]) await takePayments(each, warmUp);
    await delay(length === 'full' ? COME_TO_REST_MS : 0);
    for (let round = 1; round <= rounds; round += 1) {
      before.push(await restOf([stack, other], roundMs));
      console.log(`  round ${round} of ${rounds}: ${before.at(-1)?.map(lineOf).join('; earlier ') ?? ''}`);
    }
  } finally {
    await other.stop();
  }
  await takePayments(stack, payments);
  await delay(length === 'full' ? COME_TO_REST_MS : 0);
  const after: Taken[] = [];
  for (let round = 1; round <= rounds; round += 1) after.push(...(await restOf([stack], roundMs)));
  const counted = await withStatementLog(stack, (log) => restFigures(stack, log, `AT REST AFTER ${payments} PAYMENTS`));
  const ratio = (of: (taken: Taken) => number) =>
    spreadOf(before.map(([now, then]) => (now && then ? of(now) / of(then) : NaN)));
  const start = spreadOf(before.map(([now]) => now?.cpu ?? NaN)).median;
  return [
    atMost(GOALS.cpu, { what: 'CPU at rest, now to earlier', unit: 'ratio', value: ratio(({ cpu }) => cpu) }),
    atMost(GOALS.wakeUps, { what: 'wake-ups, now to earlier', unit: 'ratio', value: ratio(({ wakeUps }) => wakeUps) }),
    atMost(GOALS.memory, { what: 'memory of services, now to earlier', unit: 'ratio', value: ratio(({ mib }) => mib) }),
    atMost(GOALS.later, {
      what: `CPU at rest, after ${payments} payments to after ${warmUp}`,
      unit: 'ratio',
      value: spreadOf(after.map(({ cpu }) => cpu / start)),
    }),
    ...counted,
    ...memoryFigures(stack),
  ];
}

/** The use of a stack at rest: milliseconds of CPU a second, wake-ups of its services a second, MiB that its services hold. */
interface Taken {
  readonly cpu: number;
  readonly wakeUps: number;
  readonly mib: number;
}

const lineOf = ({ cpu, wakeUps, mib }: Taken): string =>
  `${cpu.toFixed(0)} ms/s, ${wakeUps.toFixed(0)} wake-ups/s, ${mib.toFixed(0)} MiB`;

async function restOf(stacks: readonly OwnStack[], durationMs: number): Promise<Taken[]> {
  const read = stacks.map(readerOf);
  const before = read.map((now) => now());
  await delay(durationMs);
  return read.map((now, index) => {
    const { cpu, wakeUps, mib } = now();
    const earlier = before[index] ?? { cpu, wakeUps };
    const seconds = durationMs / 1_000;
    return {
      cpu: sumOf(cpuBetween(earlier.cpu, cpu)) / 1_000 / seconds,
      wakeUps: (wakeUps - earlier.wakeUps) / seconds,
      mib,
    };
  });
}

function readerOf({ facts }: OwnStack) {
  const services = facts.services.map(({ pid }) => pid);
  const roots: Roots = Object.fromEntries([...facts.services, ...facts.engines].map(({ name, pid }) => [name, pid]));
  return () => ({
    cpu: cpuTimes(roots),
    wakeUps: services.reduce((sum, pid) => sum + wakeUpsOf(pid), 0),
    mib: services.reduce((sum, pid) => sum + heldMemoryMib(pid), 0),
  });
}

async function takePayments(stack: OwnStack, payments: number): Promise<void> {
  await withPayments(stack, async (load) => {
    for (let taken = 0; taken < payments;) {
      const run = await pay(stack, load, { payers: PAYERS, pace: { kind: 'closed-loop', durationMs: SLICE_MS } });
      if (run.result.payments === 0) throw new Error(`no payment ended: ${run.result.firstFailure ?? ''}`);
      taken += run.result.payments;
    }
  });
}
