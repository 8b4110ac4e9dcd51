import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Written beside its place and renamed, so that a reader, or a kill at any instant, never meets half a file. */
export function writeAtomically(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${String(process.pid)}.tmp`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, path);
}

export function writeJson(path: string, value: unknown): void {
  writeAtomically(path, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** What the file holds, or undefined when there is none or it is not JSON: state that a crash spoilt is made anew. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
