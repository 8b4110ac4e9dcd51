import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database, textArray } from '@paygate/platform';
import type { SealedTarget } from './sealed-target.js';
import { SELECT_TARGETS } from './sealed-target.js';
import { subscribedSql } from './subscribed-sql.js';

/** A payment as metrics count it. */
export interface CountedPayment {
  readonly outcome: 'created' | 'completed' | 'failed' | 'expired' | 'canceled';
  readonly at: string;
  /** The reason of the failure; empty unless it failed. */
  readonly code: string;
  readonly currency: string;
  readonly amount: string;
}

/** An event as a merchant sees it. */
export interface WebhookEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly type: string;
  /** The intent that changed, and the number of the change; null for events that are not about an intent. */
  readonly intentId: string | null;
  readonly sequence: number | null;
  readonly body: string;
  /** The span that led to the event. */
  readonly traceparent?: string | undefined;
  /** An endpoint that the event is about, which does not receive it. */
  readonly exceptEndpointId?: string;
  /** Absent for an event that metrics do not count. */
  readonly counted?: CountedPayment | undefined;
}

@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores events, their bodies and a delivery for each endpoint that subscribes to them, in one statement and in the order of
   * their ids, so that two statements never deadlock. An event that is stored already has no effect, and is not counted again. An endpoint that is not
   * enabled gets its delivery, too: it is sent if the endpoint is enabled again.
   * @returns the enabled endpoints that have deliveries due, as the statement has read them
   */
  async store(events: readonly WebhookEvent[], on: Queryable = this.database): Promise<readonly SealedTarget[]> {
    const readAtMs = performance.now();
    const due = await on.query<Omit<SealedTarget, 'readAtMs'>>({
      name: 'events-store',
      text: `WITH given AS (
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[],
              $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::text[], $14::bigint[])
            AS event (event_id, merchant_id, mode, type, intent_id, sequence, body, except_endpoint, traceparent, outcome,
              happened_at, code, currency, amount)),
        fresh AS (
          INSERT INTO webhook_event (event_id, merchant_id, mode, type, intent_id, sequence)
          SELECT event_id, merchant_id, mode, type, intent_id, sequence FROM given ORDER BY event_id
          ON CONFLICT (event_id) DO NOTHING RETURNING event_id),
        bodies AS (
          INSERT INTO webhook_body (event_id, body, traceparent)
          SELECT event_id, body, traceparent FROM given JOIN fresh USING (event_id)),
        counted AS (
          INSERT INTO payment_metric AS m (merchant_id, mode, currency, hour, outcome, code, payments, volume)
          SELECT merchant_id, mode, currency, date_bin('15 minutes', happened_at, '2000-01-01Z'), outcome, code, count(*), sum(amount)
          FROM given JOIN fresh USING (event_id) WHERE outcome IS NOT NULL
          -- in the order of the key, and after all events: two statements lock in one order
          GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
          ON CONFLICT (merchant_id, mode, currency, hour, outcome, code)
          DO UPDATE SET payments = m.payments + excluded.payments, volume = m.volume + excluded.volume),
        made AS (
          INSERT INTO webhook_delivery (endpoint_id, event_id)
          SELECT e.endpoint_id, given.event_id FROM given JOIN fresh USING (event_id)
            JOIN webhook_endpoint e USING (merchant_id, mode)
          WHERE e.state <> 'deleted' AND e.endpoint_id IS DISTINCT FROM given.except_endpoint
            AND ${subscribedSql('e.events', 'given.type')}
          -- deliveries of one endpoint are due in this order
          ORDER BY given.event_id
          RETURNING endpoint_id)
        ${SELECT_TARGETS} AND endpoint_id IN (SELECT endpoint_id FROM made)`,
      values: [
        events.map((event) => event.eventId),
        events.map((event) => event.merchantId),
        events.map((event) => event.mode),
        events.map((event) => event.type),
        events.map((event) => event.intentId),
        events.map((event) => event.sequence),
        textArray(events.map((event) => event.body)),
        events.map((event) => event.exceptEndpointId ?? null),
        events.map((event) => event.traceparent ?? null),
        ...countedColumns(events),
      ],
    });
    return due.map((endpoint) => ({ ...endpoint, readAtMs }));
  }
}

function countedColumns(events: readonly WebhookEvent[]): readonly (readonly (string | null)[])[] {
  const properties = ['outcome', 'at', 'code', 'currency', 'amount'] as const;
  return properties.map((property) => events.map(({ counted }) => counted?.[property] ?? null));
}
