import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OwnStack, repositoryRoot } from '../stack/own-stack.js';
import type { Contender } from './contenders.js';
import { oursOnTls } from './contenders.js';
import type { CreateIntentOptions, Run } from './create-intent.js';
import { measure, microsOf, standingOf } from './create-intent.js';
import type { ClosedLoopJob, ClosedLoopResult } from './load/closed-loop.js';
import { LoadProcess } from './load/load-process.js';
import { program } from './programs.js';
import type { Figure } from './report.js';
import { atLeastOf, atMostOf } from './report.js';
import { printStandings } from './standings.js';
import { shuffled, spreadOf } from './statistics.js';

const TREES = join(repositoryRoot, '.local', 'trees');
const WARM_UP_MS = 20_000;
/** What two runs of the same code differ by on a quiet machine is no loss. */
const NOISE = 0.05;

const sides = ['now', 'before'] as const;
type Side = (typeof sides)[number];

/**
 * Creating intents as this tree does it against how an earlier commit did: each on a stack of its own, which are up at the
 * same time and take turns in random order. The listeners of neither hear of the intents.
 */
export async function againstBench(
  stack: OwnStack,
  commit: string,
  { listeners, ...options }: CreateIntentOptions & { readonly listeners: readonly string[] },
): Promise<readonly Figure[]> {
  const tree = treeOf(commit);
  const args = ['--users', '1', '--limits', 'high'];
  const earlier = await OwnStack.start({ root: join(tree, '.local', 'bench'), args, tree });
  const load = new LoadProcess<ClosedLoopJob, ClosedLoopResult>(program('load/closed-loop.js'));
  try {
    await earlier.hold(listeners);
    return await takeTurns(load, { now: oursOnTls(stack), before: oursOnTls(earlier) }, options, commit);
  } finally {
    load.stop();
    await earlier.stop();
  }
}

async function takeTurns(
  load: LoadProcess<ClosedLoopJob, ClosedLoopResult>,
  contenders: Readonly<Record<Side, Contender>>,
  { rounds, roundMs }: CreateIntentOptions,
  commit: string,
): Promise<readonly Figure[]> {
  for (const side of sides) await measure(load, contenders[side], WARM_UP_MS);
  const runs: Record<Side, Run[]> = { now: [], before: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of shuffled(sides)) runs[side].push(await measure(load, contenders[side], roundMs));
    const rates = sides.map((side) => `${side} ${(runs[side].at(-1)?.perSecond ?? 0).toFixed(0)}/s`);
    console.log(`  round ${round} of ${rounds}: ${rates.join(', ')}`);
  }
  printStandings(sides.map((side) => standingOf(side, runs[side])));
  const ratios = (of: (run: Run | undefined) => number) =>
    spreadOf(runs.now.map((run, n) => of(run) / of(runs.before[n])));
  return [
    atLeastOf(1 - NOISE, {
      what: `create intent over TLS, requests/s against ${commit}`,
      unit: 'ratio',
      value: ratios((run) => run?.perSecond ?? Number.NaN),
    }),
    atMostOf(1 + NOISE, {
      what: `create intent over TLS, CPU per request against ${commit}`,
      unit: 'ratio',
      value: ratios(microsOf),
    }),
  ];
}

/** The working tree of a commit, with the packages that it names. */
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
