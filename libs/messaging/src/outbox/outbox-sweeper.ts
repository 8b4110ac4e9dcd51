import type { Database, Logger } from '@paygate/platform';
import type { Counters } from '../counters.js';
import { OUTBOX_SWEEP_ROWS } from '../limits.js';
import type { BatchingProducer } from '../producer/batching-producer.js';
import type { Outbox } from './outbox.js';
import type { OutboxRow } from './outbox.repository.js';
import { leaseOutbox, releaseOutbox, removeOutbox } from './outbox.repository.js';

export interface OutboxSweeperOptions {
  readonly database: Database;
  readonly producer: BatchingProducer;
  readonly logger: Logger;
  readonly counters: Counters;
}

/**
 * Publishes what a crash, or a broker that was away, left in the outbox. Rows are leased, published, then removed: no
 * transaction is open while the network is waited for, and instances share the work.
 */
export class OutboxSweeper {
  constructor(
    private readonly outbox: Outbox,
    private readonly options: OutboxSweeperOptions,
  ) {}

  /** Publishes all rows that were left. Resolves to the seconds until others may be. Throws the errors of the database. */
  async sweep(): Promise<number | undefined> {
    const { database, producer } = this.options;
    while (database.available && !producer.away) {
      const { rows, dueSeconds } = await leaseOutbox(database);
      if ((await this.#publish(rows)) < OUTBOX_SWEEP_ROWS) return dueSeconds;
    }
    return 0;
  }

  /** Returns how many rows were published. */
  async #publish(leased: readonly OutboxRow[]): Promise<number> {
    const { database, counters, logger } = this.options;
    const rows = leased.filter((row) => !this.outbox.isLeaving(row.id)).sort(byId);
    if (rows.length === 0) return 0;
    const sent = await Promise.all(rows.map(async (row) => ({ id: row.id, sent: await this.outbox.send(row) })));
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
