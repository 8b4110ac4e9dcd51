import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '@paygate/testing';
import { StackProcesses } from '@paygate/testing';

export const repositoryRoot = resolve(import.meta.dirname, '../../..');
const STACK_FILE = 'stack.json';
const RUNNER_LOG = 'runner.log';
const RUNNER = join('deploy', 'local', 'main.ts');

/** Variables with addresses of engines, which this stack must not use. */
const GIVEN_ENGINES = ['DATABASE_URL', 'REDIS_URL', 'KAFKA_BROKERS'];

const BOOT_MS = 600_000;
const PROBE_MS = 100;
const LOG_LINES_SHOWN = 30;

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
  readonly processes: StackProcesses;
  readonly #tree: string;
  /** Absent for a stack that another process has started. */
  readonly #runner: ChildProcess | undefined;

  private constructor({ root, tree }: Place, runner?: ChildProcess) {
    this.root = root;
    this.processes = new StackProcesses(root);
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

  get facts(): Stack {
    return this.processes.stack;
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
    return this.processes.pidOf(name);
  }

  /** Ends services gracefully and keeps the runner from restarting them. */
  async hold(names: readonly string[]): Promise<void> {
    for (const name of names) await this.processes.keepAway(name, 'SIGTERM');
  }

  /** Lets the runner restart services, and waits until they are ready. */
  async release(names: readonly string[]): Promise<void> {
    for (const name of names) this.processes.letBack(name);
    await this.processes.ready(names);
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
