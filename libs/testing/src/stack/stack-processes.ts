import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../patience.js';
import { cutConnections, signalTree } from './process-tree.js';
import type { Stack } from './stack.js';
import { readStack, stackFolder } from './stack.js';

/** The processes of a stack, by their names in its stack.json. They can be ended, kept away, and stopped for a while. */
export class StackProcesses {
  /** `folder`: that of the stack's own files; else the one of the running stack. */
  constructor(private readonly folder?: string) {}

  /** Read each time, because processes may have been restarted. */
  get stack(): Stack {
    return this.folder === undefined ? readStack() : readStack(join(this.folder, 'stack.json'));
  }

  pidOf(name: string): number {
    const { services, engines } = this.stack;
    const pid = [...services, ...engines].find((process) => process.name === name)?.pid ?? 0;
    if (pid === 0) throw new Error(`the stack has no ${name} now`);
    return pid;
  }

  /** Ends a process, and returns the pid that it had. */
  async end(name: string, signal: NodeJS.Signals): Promise<number> {
    const pid = this.pidOf(name);
    process.kill(pid, signal);
    await eventually(() => !existsSync(`/proc/${pid}`));
    return pid;
  }

  /** The same; the runner does not start it again until it is let back. */
  async keepAway(name: string, signal: NodeJS.Signals): Promise<number> {
    mkdirSync(join(this.folder ?? stackFolder(), 'hold'), { recursive: true });
    writeFileSync(this.#hold(name), '');
    return this.end(name, signal);
  }

  letBack(name: string): void {
    rmSync(this.#hold(name), { force: true });
  }

  /** Cuts the connections that a process has now; returns their number. */
  cut(name: string): Promise<number> {
    return cutConnections(this.pidOf(name));
  }

  /** Ends a process, and waits until another one is ready in its place. */
  async replaced(name: string, signal: NodeJS.Signals): Promise<void> {
    await this.ready([name], await this.end(name, signal));
  }

  /** Runs `work` while these processes are stopped. */
  async whileStopped<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const pids = names.map((name) => this.pidOf(name));
    for (const pid of pids) signalTree(pid, 'SIGSTOP');
    try {
      return await work();
    } finally {
      for (const pid of pids) signalTree(pid, 'SIGCONT');
    }
  }

  /** Waits until each of these processes is ready and lacks nothing, and is not the one of before. An engine is ready when it is up. */
  async ready(names: readonly string[], pidBefore?: number): Promise<void> {
    for (const name of names)
      await eventually(
        () => {
          const healthUrl = this.stack.services.find((found) => found.name === name)?.healthUrl;
          return this.pidOf(name) !== pidBefore && (healthUrl === undefined || isHealthy(healthUrl));
        },
        { intervalMs: 200 },
      );
  }

  #hold(name: string): string {
    return join(this.folder ?? stackFolder(), 'hold', name);
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

/** Those of the running stack. */
export const stackProcesses = new StackProcesses();
