import { closeSync, existsSync, fstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogsOptions } from './command-line.ts';
import { StackError } from '../errors.ts';
import type { StackPaths } from '../paths.ts';
import { lastLines, logPath } from '../process/log-file.ts';

const LINES_OF_ONE = 200;
const LINES_OF_EACH = 10;
const POLL_EVERY_MS = 250;

export async function logsCommand(paths: StackPaths, options: LogsOptions): Promise<number> {
  const all = logNames(paths.logs);
  const { name, follow } = options;
  if (name !== undefined && !all.includes(name)) {
    throw new StackError(`there is no log "${name}"; there are: ${all.join(', ') || 'none'}`);
  }
  if (all.length === 0) {
    process.stdout.write('there are no logs yet\n');
    return 0;
  }
  const names = name === undefined ? all : [name];
  const lines = name === undefined ? LINES_OF_EACH : LINES_OF_ONE;
  const tails = names.map((shown) => new Tail(logPath(paths.logs, shown), name === undefined ? shown : undefined));
  for (const tail of tails) tail.last(lines);
  while (follow) {
    await sleep(POLL_EVERY_MS);
    for (const tail of tails) tail.more();
  }
  return 0;
}

function logNames(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.log'))
    .map((file) => file.slice(0, -'.log'.length))
    .sort();
}

/** Follows one file by its size, and starts again at 0 when the file was truncated. */
class Tail {
  readonly #path: string;
  readonly #prefix: string;
  #read: number;

  constructor(path: string, label: string | undefined) {
    this.#path = path;
    this.#prefix = label === undefined ? '' : `${label.padEnd(18)}| `;
    this.#read = this.#size();
  }

  last(count: number): void {
    this.#print(lastLines(this.#path, count));
  }

  more(): void {
    const size = this.#size();
    if (size < this.#read) this.#read = 0;
    if (size === this.#read) return;
    const file = openSync(this.#path, 'r');
    try {
      const buffer = Buffer.alloc(size - this.#read);
      this.#read += readSync(file, buffer, 0, buffer.length, this.#read);
      this.#print(buffer.toString('utf8').trimEnd().split('\n'));
    } finally {
      closeSync(file);
    }
  }

  #size(): number {
    const file = openSync(this.#path, 'r');
    try {
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  }

  #print(lines: readonly string[]): void {
    for (const line of lines) process.stdout.write(`${this.#prefix}${line}\n`);
  }
}
