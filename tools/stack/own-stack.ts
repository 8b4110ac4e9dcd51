import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const repositoryRoot = resolve(import.meta.dirname, '../../..');
const STACK_FILE = 'stack.json';
const RUNNER_LOG = 'runner.log';
const RUNNER = join('deploy', 'local', 'main.ts');

/** Variables with addresses of engines, which this stack must not use. */
const GIVEN_ENGINES = ['DATABASE_URL', 'REDIS_URL', 'KAFKA_BROKERS'];

const BOOT_MS = 600_000;
const CHANGE_MS = 60_000;
const PROBE_MS = 100;
const LOG_LINES_SHOWN = 30;

/** The fields of stack.json that tools read. */
export interface StackFacts {
  readonly gateway: { readonly url: string; readonly ca: string };
  readonly auditor: { readonly databases: Readonly<Record<string, string>> };
  readonly inbox: { readonly url: string };
  readonly rails: {
    readonly url: string;
    readonly control: string;
    readonly momo: Readonly<Record<'targetEnvironment' | 'subscriptionKey' | 'apiUser' | 'apiKey', string>>;
  };
  readonly merchant: {
    readonly id: string;
    readonly owner: { readonly email: string; readonly password: string };
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly webhookReceiver: { readonly url: string };
  };
  readonly ownEndpoint: { readonly url: string };
  readonly users: readonly {
    readonly id: string;
    readonly phoneNumber: string;
    readonly password: string;
    readonly walletBalance: string;
  }[];
  readonly services: readonly ServiceFacts[];
  readonly engines: readonly { readonly name: string; readonly pid: number }[];
  readonly postgres: string;
  readonly redis: string;
  readonly kafka: readonly string[];
}

/** One process of a service. */
export interface ServiceFacts {
  readonly name: string;
  readonly service: string;
  readonly pid: number;
  readonly healthUrl: string;
  readonly url?: string;
}

export interface OwnStackOptions {
  /** the folder of the stack, with its own ports and data */
  readonly root: string;
  /** arguments of `npm start` */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** the working tree whose stack is started; this one when not set */
  readonly tree?: string;
  /** goes on with what an earlier stack of the folder kept */
  readonly goesOn?: boolean;
}

/** A separate stack for a tool, started by the runner of `npm start`. It ends with this process, even after a kill. */
export class OwnStack {
  readonly root: string;
  readonly #tree: string;
  /** Absent for a stack that another process has started. */
  readonly #runner: ChildProcess | undefined;

  private constructor({ root, tree }: Place, runner?: ChildProcess) {
    this.root = root;
    this.#tree = tree;
    this.#runner = runner;
  }

  /** Deletes what an earlier stack kept, unless it goes on, and starts. */
  static async start(options: OwnStackOptions): Promise<OwnStack> {
    const { root, args, env = {}, signal, tree = repositoryRoot, goesOn = false } = options;
    const place = { root, tree };
    if (!goesOn) await runToEnd(place, 'reset');
    const runner = spawnRunner(place, ['start', ...args], env);
    const stack = new OwnStack(place, runner);
    try {
      await until('the stack has started', BOOT_MS, () => {
        signal?.throwIfAborted();
        if (runner.exitCode !== null) throw new Error(`the stack did not start:\n${logTail(root)}`);
        return existsSync(join(root, STACK_FILE));
      });
      return stack;
    } catch (error) {
      await stack.stop();
      throw error;
    }
  }

  /** The stack that runs in a folder already, and that goes on. */
  static at(root: string): OwnStack {
    return new OwnStack({ root, tree: repositoryRoot });
  }

  /** Read each time, because processes may have been restarted. */
  get facts(): StackFacts {
    return JSON.parse(readFileSync(join(this.root, STACK_FILE), 'utf8')) as StackFacts;
  }

  /** The gateway's port, and the authority of its certificate in PEM. */
  get gateway(): { readonly port: number; readonly ca: string } {
    const { url, ca } = this.facts.gateway;
    return { port: Number(new URL(url).port), ca: readFileSync(resolve(this.#tree, ca), 'utf8') };
  }

  /** The lines that the runner has printed: how processes ended, and when they were ready again. */
  get output(): readonly string[] {
    return readFileSync(join(this.root, RUNNER_LOG), 'utf8').split('\n');
  }

  pidOf(name: string): number {
    const { services, engines } = this.facts;
    const pid = [...services, ...engines].find((process) => process.name === name)?.pid;
    if (pid === undefined) throw new Error(`the stack has no process ${name}`);
    return pid;
  }

  /** Ends services gracefully and keeps the runner from restarting them. */
  async hold(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const pid = this.pidOf(name);
      this.holdDown(name);
      process.kill(pid, 'SIGTERM');
      await until(`${name} has ended`, CHANGE_MS, () => !existsSync(`/proc/${pid}`));
    }
  }

  /** Keeps the runner from restarting the process after its next end, until the hold is released. */
  holdDown(name: string): void {
    mkdirSync(join(this.root, 'hold'), { recursive: true });
    writeFileSync(join(this.root, 'hold', name), '');
  }

  releaseHold(name: string): void {
    rmSync(join(this.root, 'hold', name), { force: true });
  }

  /** Lets the runner restart services, and waits until they are ready. */
  async release(names: readonly string[]): Promise<void> {
    for (const name of names) this.releaseHold(name);
    for (const name of names) {
      await until(`${name} is back`, CHANGE_MS, () => {
        const service = this.facts.services.find((found) => found.name === name);
        return service !== undefined && existsSync(`/proc/${service.pid}`) && isHealthy(service.healthUrl);
      });
    }
  }

  async stop(): Promise<void> {
    if (this.#runner === undefined || this.#runner.exitCode !== null || this.#runner.signalCode !== null) return;
    const gone = once(this.#runner, 'exit');
    this.#runner.kill('SIGTERM');
    await gone;
  }
}

/** Polls until the condition holds. Throws when the time is up, or when the condition does. */
export async function until(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await delay(PROBE_MS);
  }
}

/** True when a process is ready and lacks nothing. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return !(await response.text()).includes('"notReady"') && response.ok;
  } catch {
    return false;
  }
}

interface Place {
  readonly root: string;
  readonly tree: string;
}

async function runToEnd(place: Place, command: string): Promise<void> {
  const [code] = (await once(spawnRunner(place, [command]), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} failed:\n${logTail(place.root)}`);
}

/** The runner holds the other end of a pipe: when this process is killed, the runner stops the stack. */
function spawnRunner({ root, tree }: Place, args: readonly string[], settings: NodeJS.ProcessEnv = {}): ChildProcess {
  mkdirSync(root, { recursive: true });
  const log = openSync(join(root, RUNNER_LOG), 'a');
  const environment = Object.entries(process.env).filter(([name]) => !GIVEN_ENGINES.includes(name));
  const flags = ['--disable-warning=TimeoutNegativeWarning', '--disable-warning=ExperimentalWarning'];
  return spawn(process.execPath, [...flags, RUNNER, ...args], {
    cwd: tree,
    stdio: ['ignore', log, log, 'pipe'],
    env: {
      ...Object.fromEntries(environment),
      PAYGATE_STACK_ROOT: root,
      PAYGATE_LAUNCHER_FD: '3',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
}

function logTail(root: string): string {
  return readFileSync(join(root, RUNNER_LOG), 'utf8').split('\n').slice(-LOG_LINES_SHOWN).join('\n');
}
