import { isRecord, readJson, writeJson } from '../files.ts';
import type { ProcessIdentity } from './identity.ts';

export type Role = 'one-shot' | 'service' | 'engine';

/** One process group of a run, as it is recorded for the watchdog and the next start. */
export interface ProcessEntry extends ProcessIdentity {
  readonly name: string;
  readonly role: Role;
  readonly stopSignal: NodeJS.Signals;
}

/** The process groups that are alive. Written right after each spawn; the run marker covers a kill in between. */
export class ProcessFile {
  readonly #path: string;
  readonly #entries = new Map<number, ProcessEntry>();

  constructor(path: string) {
    this.#path = path;
    this.#write();
  }

  add(entry: ProcessEntry): void {
    this.#entries.set(entry.pid, entry);
    this.#write();
  }

  remove(pid: number): void {
    if (this.#entries.delete(pid)) this.#write();
  }

  #write(): void {
    writeJson(this.#path, [...this.#entries.values()]);
  }
}

export function readProcessFile(path: string): ProcessEntry[] {
  const stored = readJson(path);
  return Array.isArray(stored) ? stored.filter(isProcessEntry) : [];
}

function isProcessEntry(value: unknown): value is ProcessEntry {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    typeof value['startedAt'] === 'string' &&
    typeof value['stopSignal'] === 'string' &&
    ['one-shot', 'service', 'engine'].includes(String(value['role'])) &&
    Number.isSafeInteger(value['pid']) &&
    Number(value['pid']) > 1
  );
}
