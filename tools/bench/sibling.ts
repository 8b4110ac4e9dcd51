import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { OwnStack } from '../stack/own-stack.js';
import { repositoryRoot } from '../stack/own-stack.js';
import { environmentOf, nodeFlagsOf } from './process-cpu.js';

const programs = import.meta.dirname;
const STOP_MS = 20_000;

export interface SiblingOptions {
  /** relative to dist */
  readonly program: string;
  readonly args?: readonly string[];
  /** on top of the settings of the service that it stands beside */
  readonly env: Readonly<Record<string, string>>;
  /** settings of that service that it does not get */
  readonly without?: readonly string[];
}

/** A process beside a service of the stack, with the same flags of Node, and the same settings but those that are named. */
export class Sibling {
  readonly #child: ChildProcess;

  private constructor(
    readonly name: string,
    child: ChildProcess,
  ) {
    this.#child = child;
  }

  static start(stack: OwnStack, service: string, options: SiblingOptions & { readonly name: string }): Sibling {
    const { name, program, args = [], env, without = [] } = options;
    const beside = stack.pidOf(service);
    const settings = Object.entries(environmentOf(beside)).filter(([key]) => !without.includes(key));
    const log = openSync(join(repositoryRoot, '.local', 'bench', 'logs', `${name}.log`), 'a', 0o600);
    const child = fork(join(repositoryRoot, 'dist', program), [...args], {
      cwd: repositoryRoot,
      // a session of its own, as each service has: Linux may share the processor between sessions
      detached: true,
      env: { ...Object.fromEntries(settings), ...env },
      execArgv: [...nodeFlagsOf(beside), '--import', join(programs, 'end-with-parent.js')],
      stdio: ['ignore', log, log, 'ipc'],
    });
    return new Sibling(name, child);
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error(`${this.name} was not started`);
    return pid;
  }

  /** Resolves when the program says that it serves. Throws when it ends before. */
  async ready(): Promise<void> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error(`${this.name} has ended; its log is .local/bench/logs/${this.name}.log`);
    });
    await Promise.race([once(this.#child, 'message'), ended]);
    ended.catch(() => undefined);
  }

  /** Resolves when the program has ended well. */
  async finished(): Promise<void> {
    const [code] = (await once(this.#child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${this.name} failed; its log is .local/bench/logs/${this.name}.log`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(killer);
  }
}

/** Starts a process beside a service of the stack, and sees to its end. */
export type Starter = (service: string, options: SiblingOptions & { readonly name: string }) => Sibling;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
