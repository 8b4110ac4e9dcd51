import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@paygate/platform';
import { OUTBOX_REMOVE_ROWS } from '../limits.js';
import { removeOutbox } from './outbox.repository.js';

/** Removals may wait a little for company: a statement costs the same for one row and for a thousand. */
const GATHER_MS = 20;

/** Removes published rows, many with one statement, one statement at a time. What fails here the sweeper repeats. */
export class OutboxRemover {
  #ids: string[] = [];
  #running: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  remove(id: string): void {
    this.#ids.push(id);
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is left to remove. */
  async flush(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#ids.length > 0) {
      if (this.#ids.length < OUTBOX_REMOVE_ROWS) await delay(GATHER_MS);
      const ids = this.#ids.slice(0, OUTBOX_REMOVE_ROWS);
      this.#ids = this.#ids.slice(OUTBOX_REMOVE_ROWS);
      await removeOutbox(this.database, ids.sort()).catch(() => undefined);
    }
    this.#running = undefined;
  }
}
