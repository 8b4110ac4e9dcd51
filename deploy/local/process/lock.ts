import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRecord, readJson } from '../files.ts';
import { identify, isAlive } from './identity.ts';
import type { ProcessIdentity } from './identity.ts';

/** The process that runs a stack, and its command. */
export interface LockHolder extends ProcessIdentity {
  readonly command: string;
}

/** Takes the lock for this process. Returns the holder when another process has it. The lock of a dead holder is cleared. */
export function takeLock(path: string, command: string): LockHolder | undefined {
  const self = identify(process.pid);
  if (self === undefined) throw new Error('this process cannot be identified');
  mkdirSync(dirname(path), { recursive: true });
  const claim = `${path}.${String(process.pid)}`;
  writeFileSync(claim, JSON.stringify({ ...self, command } satisfies LockHolder), { mode: 0o600 });
  try {
    for (;;) {
      if (linkQuietly(claim, path)) return undefined;
      const holder = readHolder(path);
      if (holder !== undefined && isAlive(holder)) return holder;
      discardStale(path, claim);
    }
  } finally {
    rmSync(claim, { force: true });
  }
}

export function lockHolder(path: string): LockHolder | undefined {
  const holder = readHolder(path);
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

export function releaseLock(path: string): void {
  if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true });
}

/** Renames the lock and reads it again: another start may have taken it between the first read and the rename. */
function discardStale(path: string, claim: string): void {
  const aside = `${claim}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const holder = readHolder(aside);
  if (holder !== undefined && isAlive(holder)) linkQuietly(aside, path);
  rmSync(aside, { force: true });
}

function linkQuietly(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isRecord(error) && ['EEXIST', 'ENOENT'].includes(String(error['code']))) return false;
    throw error;
  }
}

function readHolder(path: string): LockHolder | undefined {
  const stored = readJson(path);
  if (!isRecord(stored)) return undefined;
  const { pid, startedAt, command } = stored;
  if (typeof pid !== 'number' || typeof startedAt !== 'string' || typeof command !== 'string') return undefined;
  return { pid, startedAt, command };
}
