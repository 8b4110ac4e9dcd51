import { setTimeout as delay } from 'node:timers/promises';
import type { Counters } from '../counters.js';
import type { Database, Logger } from '@paygate/platform';
import type { BatchingProducer } from '../kafka/batching-producer.js';
import { OUTBOX_SWEEP_INTERVAL_MS, OUTBOX_SWEEP_ROWS } from '../limits.js';
import type { Outbox } from './outbox.js';
import type { OutboxRow } from './outbox.repository.js';
import { leaseOutbox, releaseOutbox, removeOutbox } from './outbox.repository.js';

export interface OutboxSweeperOptions {
  readonly database: Database;
  readonly producer: BatchingProducer;
  readonly outbox: Outbox;
  readonly logger: Logger;
  readonly counters: Counters;
}

/**
 * Publishes what a crash, or a broker that was away, left in the outbox. Rows are leased, published, then removed: no
 * transaction is open while the network is waited for, and instances share the work.
 */
export class OutboxSweeper {
  readonly #options: OutboxSweeperOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: OutboxSweeperOptions) {
    this.#options = options;
  }

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
      const swept = await this.#sweep().catch(() => 0);
      if (swept < OUTBOX_SWEEP_ROWS)
        await delay(OUTBOX_SWEEP_INTERVAL_MS * (0.75 + Math.random() / 2), undefined, { signal }).catch(
          () => undefined,
        );
    }
  }

  /** One round; gives how many rows it found. */
  async #sweep(): Promise<number> {
    const { database, producer, outbox, counters, logger } = this.#options;
    if (!database.available || producer.away) return 0;
    const rows = (await leaseOutbox(database)).filter((row) => !outbox.isLeaving(row.id)).sort(byId);
    if (rows.length === 0) return 0;
    const sent = await Promise.all(rows.map(async (row) => ({ id: row.id, sent: await outbox.send(row) })));
    const published = sent.filter((row) => row.sent).map((row) => row.id);
    const kept = sent.filter((row) => !row.sent).map((row) => row.id);
    if (published.length > 0) await removeOutbox(database, published);
    if (kept.length > 0) await releaseOutbox(database, kept);
    counters.add('outbox_swept', published.length);
    logger.warn('messages were found in the outbox', { count: rows.length, state: `${published.length} published` });
    return published.length;
  }
}

function byId(a: OutboxRow, b: OutboxRow): number {
  return a.id < b.id ? -1 : 1;
}
