import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { createRequest, withoutListeners } from './bench-stack.js';
import type { ClosedLoopJob, ClosedLoopResult } from './load/closed-loop.js';
import { LoadProcess } from './load/load-process.js';
import type { RawRequest, Target } from './load/raw-http.js';
import { benchDatabase, findPgbench, runPgbench } from './pgbench.js';
import type { CpuTimes, Roots } from './process-cpu.js';
import { cpuBetween, cpuTimes, sumOf } from './process-cpu.js';
import type { Figure } from './report.js';
import { atLeast } from './report.js';
import { shuffled, spreadOf } from './statistics/statistics.js';

const CONNECTIONS = 48;
/** The work behind an answer: events published, outbox rows removed. */
const AFTERMATH_MS = 300;
const PGBENCH_GOAL = 0.7;
const BARE_GOAL = 0.5;

export interface Rounds {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

export const ROUNDS: Readonly<Record<Length, Rounds>> = {
  full: { rounds: 7, roundMs: 4_000, warmUpMs: 15_000 },
  smoke: { rounds: 1, roundMs: 1_000, warmUpMs: 500 },
};

/** One way to create an intent: where to send the request, and the processes that have a part in the answer. */
interface Contender {
  readonly target: Target;
  readonly request: RawRequest;
  readonly roots: Roots;
}

/** One measurement of one contender. */
export interface Run {
  readonly perSecond: number;
  /** microseconds per request, over all processes that have a part in the answer */
  readonly cpuMicros: number;
  readonly cpuByProcess: CpuTimes;
}

type Measure = (durationMs: number) => Promise<Run>;

export type CreationLoad = LoadProcess<ClosedLoopJob, ClosedLoopResult>;

/** Creating intents beside the bare route and pgbench: in each round each runs once, in random order. */
export function createIntentBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  return withoutListeners(stack, async () => {
    const database = await benchDatabase(stack.facts.postgres);
    const route = await startBareRoute(database);
    const load = startCreationLoad();
    try {
      const contenders: Record<string, Measure> = {
        paygate: (ms) => createIntents(load, stack, ms),
        'bare route': (ms) => measure(load, bareContender(stack, route), ms),
      };
      if (findPgbench() === undefined) console.log('  pgbench is not installed: not measured');
      else {
        await runPgbench(['-i', '-q', '-s', '10', database]);
        contenders['pgbench'] = (ms) => measurePgbench(database, stack.pidOf('postgres'), ms);
      }
      return figuresOf(await takeTurns(contenders, ROUNDS[length]));
    } finally {
      load.stop();
      route.stop();
    }
  });
}

export function startCreationLoad(): CreationLoad {
  return new LoadProcess(join(import.meta.dirname, 'load/closed-loop.js'));
}

/** Runs each contender once per round, in random order, after all have warmed up. */
export async function takeTurns<Name extends string, Result extends { readonly perSecond: number }>(
  contenders: Readonly<Record<Name, (durationMs: number) => Promise<Result>>>,
  { rounds, roundMs, warmUpMs }: Rounds,
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const names = Object.keys(contenders) as Name[];
  for (const name of names) await contenders[name](warmUpMs);
  const runs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of shuffled(names)) runs[name].push(await contenders[name](roundMs));
    const rates = names.map((name) => `${name} ${(runs[name].at(-1)?.perSecond ?? 0).toFixed(1)}/s`);
    console.log(`  round ${round} of ${rounds}: ${rates.join(', ')}`);
  }
  return runs;
}

/** Creates intents on the stack's gateway over TLS, on connections that are all busy. */
export function createIntents(load: CreationLoad, stack: OwnStack, durationMs: number): Promise<Run> {
  const names = ['gateway', 'intents', 'kafka', 'postgres'];
  const roots = Object.fromEntries(names.map((name) => [name, stack.pidOf(name)]));
  return measure(load, { target: stack.gateway, request: createRequest(stack), roots }, durationMs);
}

async function measure(load: CreationLoad, contender: Contender, durationMs: number): Promise<Run> {
  const { target, request, roots } = contender;
  const before = cpuTimes(roots);
  const result = await load.run({ target, request, connections: CONNECTIONS, durationMs, expect: 201 });
  await delay(AFTERMATH_MS);
  const cpu = cpuBetween(before, cpuTimes(roots));
  if (result.failures > 0) throw new Error(`${result.failures} creations failed: ${result.firstFailure ?? ''}`);
  return runOf(cpu, result.requests, (result.requests * 1_000) / result.durationMs);
}

async function measurePgbench(database: string, postgres: number, durationMs: number): Promise<Run> {
  const before = cpuTimes({ postgres });
  const seconds = String(Math.max(1, Math.round(durationMs / 1_000)));
  const load = ['-n', '-N', '-M', 'prepared', '-c', '16', '-j', '2', '-T', seconds, database];
  const { transactions, perSecond } = await runPgbench(load);
  return runOf(cpuBetween(before, cpuTimes({ postgres })), transactions, perSecond);
}

function runOf(cpu: CpuTimes, requests: number, perSecond: number): Run {
  const cpuByProcess = Object.fromEntries(Object.entries(cpu).map(([name, micros]) => [name, micros / requests]));
  return { perSecond, cpuMicros: sumOf(cpu) / requests, cpuByProcess };
}

function figuresOf(runs: Readonly<Record<string, readonly Run[]>>): readonly Figure[] {
  const { paygate = [] } = runs;
  const against = (name: string, goal: number): Figure => {
    const what = `create intent, requests/s as a multiple of ${name}`;
    const theirs = runs[name];
    if (theirs === undefined) return { what, unit: 'ratio', note: 'not measured' };
    const value = spreadOf(paygate.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN)));
    return atLeast(goal, { what, unit: 'ratio', value });
  };
  const cpu = Object.entries(runs).map(([name, list]): Figure => {
    const note = Object.entries(list[0]?.cpuByProcess ?? {}).map(([part, micros]) => `${part} ${micros.toFixed(0)}`);
    const value = spreadOf(list.map(({ cpuMicros }) => cpuMicros));
    return { what: `${name}, CPU per request`, unit: 'µs CPU', value, note: note.join(', ') };
  });
  return [against('pgbench', PGBENCH_GOAL), against('bare route', BARE_GOAL), ...cpu];
}

interface BareRoute {
  readonly pid: number;
  readonly port: number;
  readonly stop: () => void;
}

async function startBareRoute(database: string): Promise<BareRoute> {
  const port = await freePort();
  const env = { ...process.env, BARE_DATABASE_URL: database, PORT: String(port) };
  const child = fork(join(import.meta.dirname, 'bare-route.js'), [], { env });
  await once(child, 'message');
  if (child.pid === undefined) throw new Error('the bare route did not start');
  return { pid: child.pid, port, stop: () => child.kill() };
}

function bareContender(stack: OwnStack, { pid, port }: BareRoute): Contender {
  const roots = { route: pid, postgres: stack.pidOf('postgres') };
  return { target: { port }, request: createRequest(stack), roots };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
