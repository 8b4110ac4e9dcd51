import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What a demo program has kept from one start to the next; undefined when it has kept nothing. */
export function readKept(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Written aside and renamed, so that a reader sees the old text or the new one. */
export function writeKept(file: string, kept: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(kept, undefined, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
