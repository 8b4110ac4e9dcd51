import { Injectable } from '@nestjs/common';
import type { AttemptError, IntentOfMerchant, TimelineEntry } from '@paygate/contracts';
import { TIMELINE_MAX_ENTRIES } from '@paygate/contracts';
import { Database, idMadeAtMs } from '@paygate/platform';
import { SHOWN_ERROR } from './delivery-lists.repository.js';

interface EventRow {
  readonly eventId: string;
  readonly eventType: string;
}

interface AttemptRow extends EventRow {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly attempt: number;
  readonly attemptedAt: Date;
  readonly status: number | null;
  readonly error: AttemptError | null;
}

const ofIntent = `(SELECT * FROM webhook_event WHERE intent_id = $1 OFFSET 0) AS v`;

/** The events of an intent and the attempts to deliver them. */
@Injectable()
export class EventTimelineRepository {
  constructor(private readonly database: Database) {}

  /** The newest attempts; an intent has few events. */
  async ofIntent({ intentId, merchantId, mode }: IntentOfMerchant): Promise<readonly TimelineEntry[]> {
    const values = [intentId, merchantId, mode, TIMELINE_MAX_ENTRIES];
    const [events, attempts] = await Promise.all([
      this.database.query<EventRow>({
        name: 'timeline-events',
        text: `SELECT v.event_id AS "eventId", v.type AS "eventType" FROM ${ofIntent}
          WHERE v.merchant_id = $2 AND v.mode = $3 ORDER BY v.event_id DESC LIMIT $4`,
        values,
      }),
      this.database.query<AttemptRow>({ name: 'timeline-attempts', text: attemptsText, values }),
    ]);
    return [...events.map(createdOf), ...attempts.map(attemptOf)];
  }
}

/** Looked up by both ids: no index finds attempts by their event alone. */
const attemptsText = `
  SELECT v.event_id AS "eventId", v.type AS "eventType", d.delivery_id AS "deliveryId", a.endpoint_id AS "endpointId", a.attempt,
    a.attempted_at AS "attemptedAt", a.status, ${SHOWN_ERROR} AS error
  FROM ${ofIntent} JOIN webhook_endpoint e USING (merchant_id, mode)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_delivery WHERE endpoint_id = e.endpoint_id AND event_id = v.event_id OFFSET 0) AS d
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_attempt WHERE endpoint_id = e.endpoint_id AND event_id = v.event_id
      ORDER BY attempt DESC LIMIT $4) AS a
  WHERE v.merchant_id = $2 AND v.mode = $3 ORDER BY a.attempted_at DESC LIMIT $4`;

function createdOf({ eventId, eventType }: EventRow): TimelineEntry {
  const at = new Date(idMadeAtMs('event', eventId)).toISOString();
  return { type: 'event.created', at, objectId: eventId, eventType };
}

function attemptOf({ deliveryId, attemptedAt, status, error, ...row }: AttemptRow): TimelineEntry {
  const { eventType, endpointId, attempt } = row;
  return {
    ...{
      type: 'delivery.attempted',
      at: attemptedAt.toISOString(),
      objectId: deliveryId,
      eventType,
      endpointId,
      attempt,
    },
    ...(status === null ? {} : { httpStatus: status }),
    ...(error === null ? {} : { code: error }),
  };
}
