import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const repositoryRoot = resolve(import.meta.dirname, '../../..');
/** The stack of the benches: beside the one of `npm start`, with ports and data of its own. */
const ROOT = join(repositoryRoot, '.local', 'bench');
const STACK_FILE = join(ROOT, 'stack.json');
const RUNNER_LOG = join(ROOT, 'runner.log');
/** One per process of Node, named by its pid; Chrome's developer tools show them. */
export const PROFILES = join(ROOT, 'profiles');
const RUNNER = join(repositoryRoot, 'deploy', 'local', 'main.ts');

/** Addresses of engines that are there already: not for a stack of our own. */
const GIVEN_ENGINES = ['DATABASE_URL', 'REDIS_URL', 'KAFKA_BROKERS'];

const BOOT_MS = 300_000;
const CHANGE_MS = 60_000;
const PROBE_MS = 100;
const LOG_LINES_SHOWN = 30;

/** What the benches read from stack.json. */
export interface StackFacts {
  readonly gateway: { readonly url: string; readonly ca: string };
  readonly inbox: { readonly url: string };
  readonly merchant: {
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly webhookReceiver: { readonly url: string };
  };
  readonly users: readonly { readonly id: string; readonly phoneNumber: string; readonly walletBalance: string }[];
  readonly services: readonly { readonly name: string; readonly pid: number; readonly healthUrl: string }[];
  readonly engines: readonly { readonly name: string; readonly pid: number }[];
  readonly postgres: string;
  readonly redis: string;
  readonly kafka: readonly string[];
}

export interface StartOptions {
  readonly users: number;
  /** whether every process of Node writes a CPU profile when it ends */
  readonly profile: boolean;
}

/** A stack of our own, started by the runner of `npm start` and ended with this process, however that ends. */
export class BenchStack {
  readonly #runner: ChildProcess;

  private constructor(runner: ChildProcess) {
    this.#runner = runner;
  }

  static async start({ users, profile }: StartOptions): Promise<BenchStack> {
    await runToEnd('reset', []);
    mkdirSync(ROOT, { recursive: true });
    const settings = profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${PROFILES}` } : {};
    const runner = spawnRunner('start', ['--users', String(users), '--limits', 'high'], settings);
    const stack = new BenchStack(runner);
    try {
      await until('the stack is up', BOOT_MS, () => {
        if (runner.exitCode !== null) throw new Error(`the stack did not come up:\n${logTail()}`);
        return existsSync(STACK_FILE);
      });
      return stack;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  /** Read anew each time: processes may have been started again. */
  get facts(): StackFacts {
    return JSON.parse(readFileSync(STACK_FILE, 'utf8')) as StackFacts;
  }

  pidOf(name: string): number {
    const { services, engines } = this.facts;
    const pid = [...services, ...engines].find((process) => process.name === name)?.pid;
    if (pid === undefined) throw new Error(`the stack has no process ${name}`);
    return pid;
  }

  /** Ends services in order and keeps the runner from starting them again. */
  async hold(names: readonly string[]): Promise<void> {
    mkdirSync(join(ROOT, 'hold'), { recursive: true });
    for (const name of names) {
      const pid = this.pidOf(name);
      writeFileSync(join(ROOT, 'hold', name), '');
      process.kill(pid, 'SIGTERM');
      await until(`${name} has ended`, CHANGE_MS, () => !existsSync(`/proc/${pid}`));
    }
  }

  /** Lets the runner start services again, and waits until they are ready. */
  async release(names: readonly string[]): Promise<void> {
    for (const name of names) rmSync(join(ROOT, 'hold', name), { force: true });
    for (const name of names) {
      await until(`${name} is back`, CHANGE_MS, () => {
        const service = this.facts.services.find((found) => found.name === name);
        return service !== undefined && existsSync(`/proc/${service.pid}`) && answersOk(service.healthUrl);
      });
    }
  }

  async stop(): Promise<void> {
    if (this.#runner.exitCode !== null || this.#runner.signalCode !== null) return;
    const gone = once(this.#runner, 'exit');
    this.#runner.kill('SIGTERM');
    await gone;
  }
}

/** Asks until the answer is yes. Throws when the time is up; a probe that rejects means "not yet". */
export async function until(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(PROBE_MS);
  }
}

export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function runToEnd(command: string, args: readonly string[]): Promise<void> {
  const [code] = (await once(spawnRunner(command, args), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} failed:\n${logTail()}`);
}

/** The runner holds the other end of a pipe of ours: should this process be killed, it stops the stack. */
function spawnRunner(command: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): ChildProcess {
  mkdirSync(ROOT, { recursive: true });
  const log = openSync(RUNNER_LOG, 'a');
  const environment = Object.entries(process.env).filter(([name]) => !GIVEN_ENGINES.includes(name));
  const flags = ['--disable-warning=TimeoutNegativeWarning', '--disable-warning=ExperimentalWarning'];
  return spawn(process.execPath, [...flags, RUNNER, command, ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', log, log, 'pipe'],
    env: {
      ...Object.fromEntries(environment),
      PAYGATE_STACK_ROOT: ROOT,
      PAYGATE_LAUNCHER_FD: '3',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
}

function logTail(): string {
  return readFileSync(RUNNER_LOG, 'utf8').split('\n').slice(-LOG_LINES_SHOWN).join('\n');
}
