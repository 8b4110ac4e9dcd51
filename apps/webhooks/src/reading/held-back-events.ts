import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { Gauge, Registry } from 'prom-client';

const MS_PER_SECOND = 1_000;

/** The position of the oldest transaction that stores events and is still open; null without one. */
const OLDEST_OPEN = {
  name: 'events-oldest-open',
  text: `SELECT CASE WHEN listed_before < pg_snapshot_xmax(pg_current_snapshot()) THEN listed_before::text END AS oldest
    FROM webhook_listed_before() AS listed_before`,
};

/**
 * The metric of events that are stored and not listed yet, because an older transaction that stores events is still open. Its age counts
 * from the first scrape that saw it.
 */
@Injectable()
export class HeldBackEvents {
  #seen: { readonly transaction: string; readonly sinceMs: number } | undefined;

  constructor(
    registry: Registry,
    private readonly database: Database,
  ) {
    const ageSeconds = () => this.#ageSeconds();
    new Gauge({
      name: 'paygate_webhook_events_held_back_seconds',
      help: 'How long an open transaction that stores events has kept newer events off the lists',
      registers: [registry],
      async collect() {
        this.reset();
        const age = await ageSeconds().catch(() => undefined);
        if (age !== undefined) this.set(age);
      },
    });
  }

  /** Undefined while the database is away. */
  async #ageSeconds(): Promise<number | undefined> {
    if (!this.database.available) return undefined;
    const [row] = await this.database.query<{ oldest: string | null }>(OLDEST_OPEN);
    const transaction = row?.oldest ?? undefined;
    const nowMs = performance.now();
    if (transaction !== this.#seen?.transaction)
      this.#seen = transaction === undefined ? undefined : { transaction, sinceMs: nowMs };
    return this.#seen === undefined ? 0 : (nowMs - this.#seen.sinceMs) / MS_PER_SECOND;
  }
}
