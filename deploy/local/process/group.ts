import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import type { StackPaths } from '../paths.ts';
import { becomesTrue } from '../waiting.ts';
import { RUN_VARIABLE, groupExists, identify, signalQuietly } from './identity.ts';
import { openLog } from './log-file.ts';
import type { ProcessFile, Role } from './process-file.ts';

const DEFAULT_GRACE_MS = 15_000;
const KILL_MS = 5000;

export interface GroupOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** the user that runs it, when it is not the runner's */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** the signal for a graceful shutdown; SIGTERM when not set */
  readonly stopSignal?: NodeJS.Signals;
  /** where its output goes; its log when not set */
  readonly output?: 'log' | 'terminal';
  /** how long a graceful shutdown may take before the process is killed */
  readonly graceMs?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: string;
}

export interface GroupHome {
  readonly paths: StackPaths;
  readonly marker: string;
  readonly processFile: ProcessFile;
}

/** A child process in its own process group, which Ctrl-C at the terminal does not reach. Only the runner ends it. */
export class ProcessGroup {
  /** 0 when the command could not be started */
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly #options: GroupOptions;
  #ended = false;

  private constructor(options: GroupOptions, child: ChildProcess, home: GroupHome) {
    this.#options = options;
    this.pid = child.pid ?? 0;
    this.exited = new Promise<Exit>((resolve) => {
      child.once('error', (error) => {
        resolve({ code: null, signal: null, error: error.message });
      });
      child.once('exit', (code, signal) => {
        resolve({ code, signal });
      });
    }).then((exit) => {
      this.#ended = true;
      // processes that the leader left in its group
      if (this.pid > 0) signalQuietly(-this.pid, 'SIGKILL');
      home.processFile.remove(this.pid);
      return exit;
    });
  }

  static spawn(options: GroupOptions & { readonly role: Role }, home: GroupHome): ProcessGroup {
    const log = openLog(home.paths.logs, options.name);
    try {
      const child = spawn(options.command, options.args, {
        cwd: options.cwd ?? repositoryRoot,
        env: { ...inheritedEnvironment(), ...options.env, [RUN_VARIABLE]: home.marker },
        stdio: options.output === 'terminal' ? ['ignore', 'inherit', 'inherit'] : ['ignore', log, log],
        detached: true,
        ...options.user,
      });
      const identity = child.pid === undefined ? undefined : identify(child.pid);
      if (identity !== undefined) {
        const { name, role, stopSignal = 'SIGTERM' } = options;
        home.processFile.add({ ...identity, name, role, stopSignal });
      }
      return new ProcessGroup(options, child, home);
    } finally {
      closeSync(log);
    }
  }

  /** Asks the process to shut down gracefully, and kills its group when that takes too long. */
  async stop(): Promise<void> {
    if (this.pid === 0) return;
    const { stopSignal = 'SIGTERM', graceMs = DEFAULT_GRACE_MS } = this.#options;
    if (!this.#ended) signalQuietly(this.pid, stopSignal);
    if (!(await becomesTrue(() => this.#ended, graceMs))) signalQuietly(-this.pid, 'SIGKILL');
    await becomesTrue(() => this.#ended && !groupExists(this.pid), KILL_MS);
  }
}

/** The environment with the project's tools first on the PATH, Node among them. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const tools = [join(repositoryRoot, 'node_modules', '.bin'), dirname(process.execPath)];
  return { ...process.env, PATH: [...tools, process.env['PATH'] ?? ''].join(delimiter) };
}
