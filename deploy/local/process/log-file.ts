import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

const MAX_LOG_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 32 * 1024;

export function logPath(directory: string, name: string): string {
  return join(directory, `${name}.log`);
}

/** A descriptor that children write to directly: output outlives the runner and costs it no CPU. */
export function openLog(directory: string, name: string): number {
  mkdirSync(directory, { recursive: true });
  return openSync(logPath(directory, name), 'a', 0o600);
}

/** Keeps one older part. Children append, so they continue at the start of a file that was truncated. */
export function rotateLogs(directory: string, maxBytes = MAX_LOG_BYTES): void {
  if (!existsSync(directory)) return;
  for (const file of readdirSync(directory)) {
    const path = join(directory, file);
    if (!file.endsWith('.log') || statSync(path).size <= maxBytes) continue;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  }
}

export function lastLines(path: string, count: number): string[] {
  if (!existsSync(path)) return [];
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(file, buffer, 0, buffer.length, size - buffer.length);
    const text = buffer.toString('utf8', 0, read).trimEnd();
    return text === '' ? [] : text.split('\n').slice(-count);
  } finally {
    closeSync(file);
  }
}
