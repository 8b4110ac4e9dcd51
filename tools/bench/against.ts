import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnStack } from '../stack/own-stack.js';
import { repositoryRoot } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { startBenchStack, withoutListeners } from './bench-stack.js';
import type { Rounds, Run } from './create-intent.js';
import { createIntents, ROUNDS, startCreationLoad, takeTurns } from './create-intent.js';
import { paymentRuns, withPayments } from './payments.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';
import { spreadOf } from './statistics.js';

const TREES = join(repositoryRoot, '.local', 'trees');
const PAYERS = 8;
const CPU_GOAL = 1.1;
const PAYMENT_ROUNDS: Readonly<Record<Length, Rounds>> = {
  full: { rounds: 7, roundMs: 10_000, warmUpMs: 20_000 },
  smoke: { rounds: 1, roundMs: 2_000, warmUpMs: 1_000 },
};

/**
 * Creating intents and whole payments as this tree does them against an earlier commit: each tree on a stack of its own. Both
 * stacks are up at the same time and take turns in random order. `earlier` is a commit, or the folder of a working tree with
 * its packages installed.
 */
export async function againstBench(stack: OwnStack, earlier: string, length: Length): Promise<readonly Figure[]> {
  const tree = existsSync(join(earlier, 'package.json')) ? earlier : treeOf(earlier);
  const other = await startBenchStack({ users: PAYERS, limits: 'high', tree, name: 'bench-earlier' });
  try {
    const creations = await withoutListeners(stack, () =>
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
      withPayments(other, (before) => {
        const sides = { now: paymentRuns(stack, now, PAYERS), earlier: paymentRuns(other, before, PAYERS) };
        return takeTurns(sides, PAYMENT_ROUNDS[length]);
      }),
    );
    return [...figuresOf('created intent', creations), ...figuresOf('whole payment', payments)];
  } finally {
    await other.stop();
  }
}

function figuresOf(what: string, { now, earlier }: Readonly<Record<'now' | 'earlier', readonly Run[]>>): Figure[] {
  const ratios = (of: (run: Run) => number) =>
    spreadOf(now.map((run, round) => of(run) / of(earlier[round] ?? { ...run, cpuMicros: NaN, perSecond: NaN })));
  const micros = (runs: readonly Run[]) => spreadOf(runs.map(({ cpuMicros }) => cpuMicros)).median.toFixed(0);
  return [
    atMost(CPU_GOAL, {
      what: `CPU per ${what}, now to earlier`,
      unit: 'ratio',
      value: ratios(({ cpuMicros }) => cpuMicros),
      note: `${micros(now)} µs now, ${micros(earlier)} µs earlier`,
    }),
    { what: `rate of a ${what}, now to earlier`, unit: 'ratio', value: ratios(({ perSecond }) => perSecond) },
  ];
}

/** The working tree of a commit, with the packages of its lockfile. */
function treeOf(commit: string): string {
  const sha = run(repositoryRoot, 'git', ['rev-parse', '--verify', `${commit}^{commit}`]).trim();
  const tree = join(TREES, sha);
  if (existsSync(join(tree, 'node_modules'))) return tree;
  run(repositoryRoot, 'git', ['worktree', 'prune']);
  if (!existsSync(tree)) run(repositoryRoot, 'git', ['worktree', 'add', '--detach', tree, sha]);
  run(tree, 'npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline']);
  return tree;
}

function run(cwd: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
