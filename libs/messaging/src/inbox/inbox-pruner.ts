import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@paygate/platform';
import { INBOX_PRUNE_INTERVAL_MS, INBOX_PRUNE_ROWS } from '../limits.js';
import { pruneInbox } from './inbox.repository.js';

/** Keeps the inbox no longer than it is of use. */
export class InboxPruner {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pruned = await pruneInbox(this.database).catch(() => 0);
      // instances that start together shall not prune together for ever
      const waitMs = pruned === INBOX_PRUNE_ROWS ? 0 : INBOX_PRUNE_INTERVAL_MS * (0.5 + Math.random());
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
