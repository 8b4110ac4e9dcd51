import type { Database } from '@paygate/platform';
import { OUTBOX_REMOVE_MS, OUTBOX_REMOVE_ROWS } from '../limits.js';
import { removeOutbox } from './outbox.repository.js';

/** Removes published rows, many with one statement, one statement at a time. The sweeper repeats what fails here. */
export class OutboxRemover {
  #ids: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Removes the row with the next statement, which begins after `OUTBOX_REMOVE_MS` at the latest. */
  remove(id: string): void {
    this.#ids.push(id);
    if (this.#ids.length >= OUTBOX_REMOVE_ROWS) this.#removeGathered();
    else
      this.#timer ??= setTimeout(() => {
        this.#removeGathered();
      }, OUTBOX_REMOVE_MS);
  }

  /** Resolves when nothing is left to remove. */
  async flush(): Promise<void> {
    this.#removeGathered();
    await this.#running;
  }

  #removeGathered(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = this.#ids.splice(0).sort();
    if (ids.length === 0) return;
    this.#running = this.#running.then(() => removeOutbox(this.database, ids).catch(() => undefined));
  }
}
