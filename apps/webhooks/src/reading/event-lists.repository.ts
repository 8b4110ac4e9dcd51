import { Injectable } from '@nestjs/common';
import type { ListWebhookEvents, OfWebhookEvent, WebhookEventInfo } from '@paygate/contracts';
import { Database, idMadeAtMs } from '@paygate/platform';

type EventRow = Pick<WebhookEventInfo, 'eventId' | 'type' | 'mode' | 'sequence' | 'body'>;

const COLUMNS = 'e.event_id AS "eventId", e.type, e.mode, e.sequence, b.body';

/** Pages run from newer events to older ones, or from older ones to newer. */
const directions = { older: { before: '<', order: 'DESC' }, newer: { before: '>', order: 'ASC' } } as const;

/**
 * A transaction that still runs could store an event before one that a reader has seen: events of transactions after the oldest
 * running one are therefore not listed yet.
 */
const pageText = ({ before, order }: (typeof directions)[keyof typeof directions]): string => `
  SELECT ${COLUMNS} FROM webhook_event e LEFT JOIN webhook_body b USING (event_id)
  WHERE e.merchant_id = $1 AND e.mode = $2 AND e.stored_in < pg_snapshot_xmin(pg_current_snapshot())
    AND ($4::text IS NULL OR (e.stored_in, e.event_id) ${before} (
      SELECT stored_in, event_id FROM webhook_event WHERE event_id = $4 AND merchant_id = $1 AND mode = $2))
    AND ($5::text IS NULL OR e.type = $5) AND ($6::text IS NULL OR e.intent_id = $6)
    AND ($7::timestamptz IS NULL OR e.event_id >= webhook_least_event_id($7))
    AND ($8::timestamptz IS NULL OR e.event_id < webhook_least_event_id($8))
  ORDER BY e.stored_in ${order}, e.event_id ${order} LIMIT $3`;

/** Events as their merchants read them. */
@Injectable()
export class EventListsRepository {
  constructor(private readonly database: Database) {}

  /** The first `most` events of a list, in its direction. */
  async page(query: ListWebhookEvents, most: number): Promise<readonly WebhookEventInfo[]> {
    const direction = query.endingBefore === undefined ? 'older' : 'newer';
    const { merchantId, mode, type, intentId, createdFrom, createdTo } = query;
    const rows = await this.database.query<EventRow>({
      name: `events-${direction}`,
      text: pageText(directions[direction]),
      values: [
        ...[merchantId, mode, most, query.endingBefore ?? query.startingAfter ?? null],
        ...[type ?? null, intentId ?? null, createdFrom ?? null, createdTo ?? null],
      ],
    });
    return rows.map(infoOf);
  }

  /** One event of an account. */
  async find({ eventId, merchantId, mode }: OfWebhookEvent): Promise<WebhookEventInfo | undefined> {
    const rows = await this.database.query<EventRow>({
      name: 'event-find',
      text: `SELECT ${COLUMNS} FROM webhook_event e LEFT JOIN webhook_body b USING (event_id)
        WHERE e.event_id = $1 AND e.merchant_id = $2 AND e.mode = $3`,
      values: [eventId, merchantId, mode],
    });
    return rows.map(infoOf).at(0);
  }
}

function infoOf(row: EventRow): WebhookEventInfo {
  return { ...row, createdAt: new Date(idMadeAtMs('event', row.eventId)).toISOString() };
}
