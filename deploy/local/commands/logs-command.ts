import { closeSync, existsSync, fstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogsOptions } from './command-line.ts';
import { StackError } from '../errors.ts';
import type { StackPaths } from '../paths.ts';
import { lastLines, logPath } from '../process/log-file.ts';
import type { LogLine } from '../process/log-line.ts';
import { logLines, readable } from '../process/log-line.ts';

const LINES_OF_ONE = 200;
const LINES_OF_EACH = 10;
const POLL_EVERY_MS = 250;

export async function logsCommand(paths: StackPaths, options: LogsOptions): Promise<number> {
  const all = logNames(paths.logs);
  const { name, follow, json } = options;
  if (name !== undefined && !all.includes(name)) {
    throw new StackError(`there is no log "${name}"; the logs are: ${all.join(', ') || 'none'}`);
  }
  if (all.length === 0) {
    process.stdout.write('there are no logs yet\n');
    return 0;
  }
  const names = name === undefined ? all : [name];
  const tails = names.map((shown) => new Tail(logPath(paths.logs, shown), shown));
  const print = (lines: readonly LogLine[]): void => {
    const sorted = lines.toSorted((one, other) => one.time.localeCompare(other.time));
    for (const line of sorted) process.stdout.write(`${json ? line.text : readable(line)}\n`);
  };
  print(tails.flatMap((tail) => tail.last(name === undefined ? LINES_OF_EACH : LINES_OF_ONE)));
  while (follow) {
    await sleep(POLL_EVERY_MS);
    print(tails.flatMap((tail) => tail.more()));
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
  readonly #name: string;
  #read: number;
  #time = '';

  constructor(path: string, name: string) {
    this.#path = path;
    this.#name = name;
    this.#read = this.#size();
  }

  last(count: number): readonly LogLine[] {
    return this.#lines(lastLines(this.#path, count));
  }

  /** The lines since the last look. */
  more(): readonly LogLine[] {
    const size = this.#size();
    if (size < this.#read) this.#read = 0;
    if (size === this.#read) return [];
    const file = openSync(this.#path, 'r');
    try {
      const buffer = Buffer.alloc(size - this.#read);
      this.#read += readSync(file, buffer, 0, buffer.length, this.#read);
      return this.#lines(buffer.toString('utf8').trimEnd().split('\n'));
    } finally {
      closeSync(file);
    }
  }

  #lines(texts: readonly string[]): readonly LogLine[] {
    const lines = logLines(this.#name, texts, this.#time);
    this.#time = lines.at(-1)?.time ?? this.#time;
    return lines;
  }

  #size(): number {
    const file = openSync(this.#path, 'r');
    try {
      return fstatSync(file).size;
    } finally {
      closeSync(file);
    }
  }
}
