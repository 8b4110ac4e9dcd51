import type { OwnStack } from '../stack/own-stack.js';
import { treeOf } from '../stack/tree-of.js';
import type { Length } from './bench-stack.js';
import { LISTENERS, startBenchStack, withoutListeners } from './bench-stack.js';
import type { Rounds, Run } from './create-intent.js';
import { createIntents, ROUNDS, startCreationLoad, takeTurns } from './create-intent.js';
import type { PaymentsRun } from './payments.js';
import { paymentRuns, withPayments } from './payments.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';
import { spreadOf } from './statistics/statistics.js';

/** Shares of the CPU that commit `f5dcffa` takes. */
const CPU_GOALS = { 'created intent': 0.85, 'whole payment': 0.65 };
const PAYMENT_ROUNDS: Readonly<Record<Length, Rounds>> = {
  full: { rounds: 9, roundMs: 10_000, warmUpMs: 20_000 },
  smoke: { rounds: 1, roundMs: 2_000, warmUpMs: 1_000 },
};

export interface Against {
  /** A commit, or the folder of a working tree with its packages installed. */
  readonly earlier: string;
  /** The numbers of concurrent payers; each is measured. */
  readonly payers: readonly number[];
}

/**
 * Creating intents and whole payments as this tree does them against an earlier commit: each tree on a stack of its own. Both
 * stacks are up at the same time and take turns in random order. Payments that fail are counted.
 */
export async function againstBench(
  stack: OwnStack,
  { earlier, payers }: Against,
  length: Length,
): Promise<readonly Figure[]> {
  const tree = treeOf(earlier);
  const other = await startBenchStack({ users: Math.max(...payers), limits: 'high', tree, name: 'bench-earlier' });
  try {
    // services of one process cannot be held back
    const isApart = stack.facts.services.some(({ name }) => name === LISTENERS[0]);
    const creations = !isApart
      ? undefined
      : await withoutListeners(stack, () =>
          withoutListeners(other, async () => {
            const load = startCreationLoad();
            try {
              const side = (of: OwnStack) => (ms: number) => createIntents(load, of, ms);
              return await takeTurns({ now: side(stack), earlier: side(other) }, ROUNDS[length]);
            } finally {
              load.stop();
            }
          }),
        );
    const payments = await withPayments(stack, (now) =>
      withPayments(other, async (before) => {
        const figures: Figure[] = [];
        for (const count of payers) {
          const sides = { now: paymentRuns(stack, now, count), earlier: paymentRuns(other, before, count) };
          const runs = await takeTurns(sides, PAYMENT_ROUNDS[length]);
          figures.push(...figuresOf('whole payment', runs, ` of ${count} payers`), waitOf(runs, count));
          figures.push(...failuresOf(runs, count));
        }
        return figures;
      }),
    );
    return [...(creations === undefined ? [] : figuresOf('created intent', creations)), ...payments];
  } finally {
    await other.stop();
  }
}

type Sides<Measured> = Readonly<Record<'now' | 'earlier', readonly Measured[]>>;

function figuresOf(what: keyof typeof CPU_GOALS, { now, earlier }: Sides<Run>, by = ''): Figure[] {
  const ratios = (of: (run: Run) => number) =>
    spreadOf(now.map((run, round) => of(run) / of(earlier[round] ?? { ...run, cpuMicros: NaN, perSecond: NaN })));
  const micros = (runs: readonly Run[]) => spreadOf(runs.map(({ cpuMicros }) => cpuMicros)).median.toFixed(0);
  return [
    atMost(CPU_GOALS[what], {
      what: `CPU per ${what}${by}, now to earlier`,
      unit: 'ratio',
      value: ratios(({ cpuMicros }) => cpuMicros),
      note: `${micros(now)} µs now, ${micros(earlier)} µs earlier`,
    }),
    { what: `rate of a ${what}${by}, now to earlier`, unit: 'ratio', value: ratios(({ perSecond }) => perSecond) },
  ];
}

function waitOf({ now, earlier }: Sides<PaymentsRun>, payers: number): Figure {
  const ratio = ({ result }: PaymentsRun, round: number) =>
    result.wholeP50Ms / (earlier[round]?.result.wholeP50Ms ?? NaN);
  return {
    what: `create to webhook of ${payers} payers, p50, now to earlier`,
    unit: 'ratio',
    value: spreadOf(now.map(ratio)),
  };
}

function failuresOf({ now, earlier }: Sides<PaymentsRun>, payers: number): Figure[] {
  const count = (runs: readonly PaymentsRun[]) => runs.reduce((sum, { result }) => sum + result.failures, 0);
  const first = now.find(({ result }) => result.failures > 0)?.result.firstFailure;
  const what = `payments of ${payers} payers that failed`;
  return [
    atMost(0, { what: `${what}, now`, unit: 'errors', value: count(now), ...(first !== undefined && { note: first }) }),
    { what: `${what}, earlier`, unit: 'errors', value: count(earlier) },
  ];
}
