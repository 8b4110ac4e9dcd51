import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../stack/own-stack.js';
import { benchDatabase, preparePgbench } from './pgbench.js';
import type { Pgbench } from './pgbench.js';
import type { Contender } from './contenders.js';
import { startContenders } from './contenders.js';
import type { ClosedLoopJob, ClosedLoopResult } from './load/closed-loop.js';
import { LoadProcess } from './load/load-process.js';
import type { CpuTimes, Roots } from './process-cpu.js';
import { cpuBetween, cpuTimes, sumOf } from './process-cpu.js';
import type { Figure } from './report.js';
import type { Spread } from './statistics.js';
import { median, shuffled, spreadOf } from './statistics.js';
import { program } from './programs.js';

const CONNECTIONS = 48;
const WARM_UP_MS = 15_000;
/** The work behind an answer: events published, outbox rows removed. */
const AFTERMATH_MS = 300;

/** One measurement of one contender. */
export interface Run {
  readonly perSecond: number;
  readonly cpu: CpuTimes;
  readonly requests: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
}

export interface CreateIntentOptions {
  readonly rounds: number;
  readonly roundMs: number;
  /** all contenders but when some are named; pgbench always runs */
  readonly contenders?: readonly string[];
}

/** How a contender did, over all rounds. */
export interface Standing {
  readonly name: string;
  readonly perSecond: Spread;
  /** microseconds per request, all processes */
  readonly cpuMicros: Spread;
  readonly cpuByProcess: Readonly<Record<string, number>>;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
}

export interface CreateIntentReport {
  readonly standings: readonly Standing[];
  readonly figures: readonly Figure[];
}

const GOALS: Readonly<Record<string, { readonly goal: number; readonly label: string }>> = {
  pgbench: { goal: 0.7, label: '(a) pgbench -N -M prepared -c16' },
  bare: { goal: 0.5, label: '(b) a bare Fastify route with one INSERT' },
  http: { goal: 1.2, label: '(c) the same service behind an HTTP hop' },
  stock: { goal: 4, label: '(d) the stock Nest Kafka transport' },
};

/** Rounds in which each contender runs once, in random order: what disturbs the machine disturbs all of them alike. */
export async function createIntentBench(stack: OwnStack, options: CreateIntentOptions): Promise<CreateIntentReport> {
  const { contenders, stop } = await startContenders(stack, options.contenders);
  const load = new LoadProcess<ClosedLoopJob, ClosedLoopResult>(program('load/closed-loop.js'));
  try {
    const postgres = stack.pidOf('postgres');
    const measured: Measured[] = [
      ...contenders.map((contender) => ({ name: contender.name, run: (ms: number) => measure(load, contender, ms) })),
    ];
    const pgbench = await preparePgbench(await benchDatabase(stack.facts.postgres));
    if (pgbench === undefined) console.log('  pgbench is not installed: not measured');
    else measured.push({ name: 'pgbench', run: (ms) => measurePgbench(pgbench, postgres, ms) });
    for (const { run } of measured) await run(WARM_UP_MS);
    const runs = new Map<string, Run[]>(measured.map(({ name }) => [name, []]));
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const { name, run } of shuffled(measured)) runs.get(name)?.push(await run(options.roundMs));
      console.log(`  round ${round} of ${options.rounds}: ${roundLine(runs)}`);
    }
    return reportOf(runs);
  } finally {
    load.stop();
    await stop();
  }
}

interface Measured {
  readonly name: string;
  readonly run: (durationMs: number) => Promise<Run>;
}

/** Creates intents for so long, on connections that are all busy. */
export async function measure(
  load: LoadProcess<ClosedLoopJob, ClosedLoopResult>,
  contender: Contender,
  durationMs: number,
): Promise<Run> {
  const { target, request, roots } = contender;
  const before = cpuTimes(roots);
  const result = await load.run({ target, request, connections: CONNECTIONS, durationMs, expect: 201 });
  await delay(AFTERMATH_MS);
  const cpu = cpuBetween(before, cpuTimes(roots));
  if (result.failures > 0)
    throw new Error(`${contender.name}: ${result.failures} failed: ${result.firstFailure ?? ''}`);
  return {
    perSecond: (result.requests * 1_000) / result.durationMs,
    requests: result.requests,
    cpu,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
  };
}

async function measurePgbench(run: Pgbench, postgres: number, ms: number): Promise<Run> {
  const roots: Roots = { postgres };
  const before = cpuTimes(roots);
  const seconds = Math.round(ms / 1_000);
  const perSecond = await run(seconds);
  return { perSecond, requests: perSecond * seconds, cpu: cpuBetween(before, cpuTimes(roots)) };
}

function roundLine(runs: ReadonlyMap<string, readonly Run[]>): string {
  return [...runs].map(([name, list]) => `${name} ${(list.at(-1)?.perSecond ?? 0).toFixed(0)}/s`).join(', ');
}

function reportOf(runs: ReadonlyMap<string, readonly Run[]>): CreateIntentReport {
  const ours = runs.get('kafka') ?? [];
  const figures = Object.entries(GOALS).map(([name, { goal, label }]): Figure => {
    const theirs = runs.get(name) ?? [];
    const what = `create intent, requests/s against ${label}`;
    if (ours.length === 0 || theirs.length === 0)
      return { what, unit: 'ratio', goal: `>= ${goal}`, note: 'not measured' };
    const ratios = theirs.map((run, round) => (ours[round]?.perSecond ?? Number.NaN) / run.perSecond);
    const spread = spreadOf(ratios);
    return { what, unit: 'ratio', value: spread, goal: `>= ${goal}`, met: spread.median >= goal };
  });
  const cpu = ['pgbench', 'bare', 'http', 'http-batched', 'stock'].flatMap((name) => {
    const theirs = runs.get(name);
    return theirs === undefined || ours.length === 0 ? [] : [cpuFigure(name, ours, theirs)];
  });
  return { standings: [...runs].map(([name, list]) => standingOf(name, list)), figures: [...figures, ...cpu] };
}

/** The HTTP contenders differ in the transport alone: what they use per request is the cost of that. */
function cpuFigure(name: string, ours: readonly Run[], theirs: readonly Run[]): Figure {
  const ratios = theirs.map((run, round) => microsOf(run) / microsOf(ours[round]));
  return {
    what: `create intent, CPU per request of ${name} as a multiple of ours`,
    unit: 'ratio',
    value: spreadOf(ratios),
  };
}

/** Microseconds of CPU per request, of all processes. */
export function microsOf(run: Run | undefined): number {
  return run === undefined ? Number.NaN : sumOf(run.cpu) / run.requests;
}

/** How a contender did in its runs. */
export function standingOf(name: string, runs: readonly Run[]): Standing {
  const processes = Object.keys(runs[0]?.cpu ?? {});
  const latencies = (pick: (run: Run) => number | undefined): number => median(runs.flatMap((run) => pick(run) ?? []));
  const hasLatency = runs[0]?.p50Ms !== undefined;
  return {
    name,
    perSecond: spreadOf(runs.map((run) => run.perSecond)),
    cpuMicros: spreadOf(runs.map(microsOf)),
    cpuByProcess: Object.fromEntries(
      processes.map((process) => [process, median(runs.map((run) => (run.cpu[process] ?? 0) / run.requests))]),
    ),
    ...(hasLatency ? { p50Ms: latencies((run) => run.p50Ms), p99Ms: latencies((run) => run.p99Ms) } : {}),
  };
}
