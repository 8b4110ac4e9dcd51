import type { ChildProcess } from 'node:child_process';
import { execFile, fork } from 'node:child_process';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ChildOptions {
  /** A TypeScript file of the workspace, from its root. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Collects its standard output and its error output instead of passing them on. */
  readonly capture?: boolean;
}

/** A process that a test can kill. */
export interface Child {
  readonly pid: number;
  /** Its messages by `process.send`, in order. */
  readonly said: readonly string[];
  /** Lines of its standard output, in order, when they are captured. */
  readonly lines: readonly string[];
  /** Lines of its error output, in the same way. */
  readonly errors: readonly string[];
  /** Resolves with the signal, or the exit code, that ended it. */
  readonly ended: Promise<string>;
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
}

const root = process.cwd();
const output = join(root, '.local', 'children', String(process.pid));
const compiled = new Map<string, Promise<unknown>>();

/** Runs a file of the workspace in a process of its own, compiled as the build compiles it. */
export async function startChild({ entry, env, args = [], capture = false }: ChildOptions): Promise<Child> {
  await Promise.all(['libs', ...appOf(entry)].map(compile));
  const path = join(output, relative(root, join(root, entry)).replace(/\.ts$/, '.js'));
  const child = fork(path, args, {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', ...(capture ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const)), 'ipc'],
  });
  const said: string[] = [];
  child.on('message', (message) => said.push(message as string));
  const lines: string[] = [];
  const errors: string[] = [];
  for (const [stream, into] of [[child.stdout, lines] as const, [child.stderr, errors] as const])
    if (stream !== null) createInterface(stream).on('line', (line) => into.push(line));
  return { pid: child.pid ?? 0, said, lines, errors, ended: endOf(child), kill: (signal) => child.kill(signal) };
}

/** The app that a file belongs to. The libraries are compiled anyway. */
function appOf(entry: string): readonly string[] {
  const [apps, room] = entry.split('/');
  return apps === 'apps' && room !== undefined ? [`apps/${room}`] : [];
}

/** Once for each worker of Jest; the next run empties the folder. */
function compile(folder: string): Promise<unknown> {
  const compiling =
    compiled.get(folder) ??
    run(process.execPath, [
      join(root, 'node_modules', '@swc', 'cli', 'bin', 'swc.js'),
      ...[folder, '-d', output, '--extensions', '.ts', '--ignore', '**/*.spec.ts', '-q'],
    ]);
  compiled.set(folder, compiling);
  return compiling;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    // after its output has ended
    child.once('close', (code, signal) => {
      resolve(signal ?? String(code));
    });
  });
}
