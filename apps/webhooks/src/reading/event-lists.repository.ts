import { Injectable } from '@nestjs/common';
import type { ListWebhookEventsCommand, OfWebhookEvent, WebhookEventInfo } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { Database, idMadeAtMs } from '@paygate/platform';

type EventRow = Pick<WebhookEventInfo, 'eventId' | 'type' | 'mode' | 'sequence' | 'body'>;

const COLUMNS = 'e.event_id AS "eventId", e.type, e.mode, e.sequence, b.body';

/** Pages run from newer events to older ones, or from older ones to newer. */
const directions = { older: { before: '<', order: 'DESC' }, newer: { before: '>', order: 'ASC' } } as const;

/**
 * The first `most` events of a list, in its direction. The text names the wanted conditions only: one plan serves all values, and a
 * condition that may be absent is in no index. The few events of an intent are read before other conditions, which `OFFSET 0` ensures.
 *
 * A transaction that still runs could store an event before one that a reader has seen: events from the position of the oldest one that
 * stores events, `listedBefore`, are therefore not listed yet. That was read before the statement begins.
 */
export function pageStatement(
  query: ListWebhookEventsCommand,
  most: number,
  listedBefore: string,
): Statement & { readonly name: string } {
  const direction = query.endingBefore === undefined ? 'older' : 'newer';
  const { before, order } = directions[direction];
  const values: unknown[] = [query.merchantId, query.mode, most, listedBefore];
  const conditions: string[] = [];
  const names: string[] = [];
  let source = 'webhook_event';
  const given = (
    name: string,
    value: string | readonly string[] | undefined,
    use: (parameter: string) => void,
  ): void => {
    if (value === undefined) return;
    names.push(name);
    use(`$${values.push(value)}`);
  };
  given('after', query.endingBefore ?? query.startingAfter, (id) =>
    conditions.push(
      `(e.stored_in, e.event_id) ${before} ((SELECT stored_in FROM webhook_event WHERE event_id = ${id}), ${id})`,
    ),
  );
  given('type', query.type, (type) => conditions.push(`e.type = ${type}`));
  given('unreadable', query.unreadable, (families) =>
    conditions.push(`split_part(e.type, '.', 1) <> ALL (${families}::text[])`),
  );
  given('intent', query.intentId, (id) => {
    source = `(SELECT * FROM webhook_event WHERE intent_id = ${id} OFFSET 0)`;
  });
  given('from', query.createdFrom, (from) => conditions.push(`e.event_id >= webhook_least_event_id(${from})`));
  given('to', query.createdTo, (to) => conditions.push(`e.event_id < webhook_least_event_id(${to})`));
  return {
    name: ['events', direction, ...names].join('-'),
    text: `
      SELECT ${COLUMNS} FROM ${source} e LEFT JOIN webhook_body b USING (event_id)
      WHERE e.merchant_id = $1 AND e.mode = $2 AND e.stored_in < $4::xid8
        ${conditions.map((condition) => `AND ${condition}`).join(' ')}
      ORDER BY e.stored_in ${order}, e.event_id ${order} LIMIT $3`,
    values,
  };
}

/** Events as their merchants read them. */
@Injectable()
export class EventListsRepository {
  constructor(private readonly database: Database) {}

  /** The first `most` events of a list, in its direction. */
  async page(query: ListWebhookEventsCommand, most: number): Promise<readonly WebhookEventInfo[]> {
    const [bound] = await this.database.query<{ listedBefore: string }>({
      name: 'events-listed-before',
      text: 'SELECT webhook_listed_before()::text AS "listedBefore"',
    });
    if (bound === undefined) throw new Error('a position is always known');
    return (await this.database.query<EventRow>(pageStatement(query, most, bound.listedBefore))).map(infoOf);
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
