import { readFileSync, statSync } from 'node:fs';
import { Secret } from './secret.js';

/** The interval at which the file is checked. Milliseconds. */
const CHECK_MS = 1_000;

/**
 * A secret that an operator may replace while the process runs: its file is read again when it has changed. A file that cannot
 * be read, or is empty, leaves the last secret in use. A secret without a file never changes.
 */
export class ReloadingSecret extends Secret {
  readonly #path: string;
  #text: string;
  #changedMs = 0;
  #checkAtMs = 0;

  constructor(text: string, path = '') {
    super(text);
    this.#text = text;
    this.#path = path;
  }

  override reveal(): string {
    const now = performance.now();
    if (this.#path !== '' && now >= this.#checkAtMs) {
      this.#checkAtMs = now + CHECK_MS;
      this.#reread();
    }
    return this.#text;
  }

  #reread(): void {
    try {
      const { mtimeMs } = statSync(this.#path);
      if (mtimeMs === this.#changedMs) return;
      const text = readFileSync(this.#path, 'utf8').replace(/\r?\n$/, '');
      if (text !== '') [this.#text, this.#changedMs] = [text, mtimeMs];
    } catch {
      // the file is being replaced: the next look finds it
    }
  }
}
