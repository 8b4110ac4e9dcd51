import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The contents of a JSON file, or undefined when it does not exist. */
export function readJsonFile(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Writes a temporary file and renames it, so that a reader sees the old text or the new one. */
export function writeJsonFile(file: string, value: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(value, undefined, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
