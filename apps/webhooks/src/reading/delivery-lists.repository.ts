import { Injectable } from '@nestjs/common';
import type {
  AttemptError,
  ListEndpointDeliveriesCommand,
  Mode,
  OfMerchant,
  AttemptView,
  WebhookDeliveryInfo,
  WebhookDeliveryStatus,
} from '@paygate/contracts';
import { ATTEMPTS_SHOWN_MAX, DELIVERIES_PAGE_MAX, EXCERPT_SHOWN_MAX_LENGTH } from '@paygate/contracts';
import type { Queryable, Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';

const STATUS = `CASE WHEN d.state = 'pending' AND e.state <> 'enabled' THEN 'parked' ELSE d.state END`;
/** The earliest time at which a pending delivery is sent: a change of its endpoint makes it due, and the endpoint's breaker holds it back. */
const NEXT_AT = `greatest(CASE WHEN d.created_at >= e.due_from THEN d.created_at ELSE d.next_at END, e.breaker_until)`;
const COLUMNS = `d.delivery_id AS "deliveryId", d.event_id AS "eventId", v.type AS "eventType", d.endpoint_id AS "endpointId", v.mode,
    ${STATUS} AS status, d.attempts AS "attemptCount", CASE WHEN ${STATUS} = 'pending' THEN ${NEXT_AT} END AS "nextAttemptAt",
    d.created_at AS "createdAt", d.delivered_at AS "deliveredAt"`;
/** Looked up by both ids: no index finds a delivery by its event alone. */
const DELIVERY = `
  SELECT ${COLUMNS}
  FROM webhook_event v JOIN webhook_endpoint e USING (merchant_id, mode) CROSS JOIN LATERAL (
    SELECT * FROM webhook_delivery WHERE endpoint_id = e.endpoint_id AND event_id = v.event_id OFFSET 0) AS d
  WHERE v.merchant_id = $1 AND v.mode = $2`;

/** In words that the indexes of deliveries know. */
const ofStatus: Readonly<Record<WebhookDeliveryStatus, string>> = {
  pending: `d.state = 'pending' AND e.state = 'enabled'`,
  parked: `d.state = 'pending' AND e.state <> 'enabled'`,
  delivered: `d.state = 'delivered'`,
  failed: `d.state = 'failed'`,
};

/** The first `most` deliveries of an endpoint before that of an event, those of the newest events first. */
export function endpointPageStatement(
  { merchantId, mode, endpointId, status }: ListEndpointDeliveriesCommand,
  most: number,
  beforeEventId: string | undefined,
): Statement & { readonly name: string } {
  const before = beforeEventId === undefined ? [] : [beforeEventId];
  return {
    name: ['deliveries-of-endpoint', ...before.map(() => 'before'), ...(status === undefined ? [] : [status])].join(
      '-',
    ),
    // the endpoint is read once, its page is cut out, and the events of that are looked up one by one: the planner would read all
    text: `SELECT ${COLUMNS} FROM webhook_endpoint e CROSS JOIN LATERAL (
        SELECT * FROM webhook_delivery d
        WHERE d.endpoint_id = e.endpoint_id ${before.map(() => 'AND d.event_id < $5').join('')}
          ${status === undefined ? '' : `AND ${ofStatus[status]}`}
        ORDER BY d.event_id DESC LIMIT $4) AS d
        CROSS JOIN LATERAL (SELECT type, mode FROM webhook_event WHERE event_id = d.event_id OFFSET 0) AS v
      WHERE e.endpoint_id = $3 AND e.merchant_id = $1 AND e.mode = $2 ORDER BY d.event_id DESC`,
    values: [merchantId, mode, endpointId, most, ...before],
  };
}

/** A name that exists in a private network is not distinguished from one that does not exist. */
export const SHOWN_ERROR = `CASE error WHEN 'address_forbidden' THEN 'dns' ELSE error END`;

interface DeliveryRow {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly mode: Mode;
  readonly status: WebhookDeliveryStatus;
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
}
interface AttemptRow extends Omit<AttemptView, 'attemptedAt'> {
  readonly attemptedAt: Date;
  readonly error: AttemptError | null;
}

/** Deliveries as the merchants of their events read them. */
@Injectable()
export class DeliveryListsRepository {
  constructor(private readonly database: Database) {}

  /** The deliveries of an event, by endpoint. */
  async ofEvent({ merchantId, mode }: OfMerchant, eventId: string): Promise<readonly WebhookDeliveryInfo[]> {
    const rows = await this.database.query<DeliveryRow>({
      name: 'deliveries-of-event',
      text: `${DELIVERY} AND d.event_id = $3 ORDER BY d.endpoint_id LIMIT ${DELIVERIES_PAGE_MAX}`,
      values: [merchantId, mode, eventId],
    });
    return rows.map(infoOf);
  }

  /** The first `most` deliveries of an endpoint before that of an event, those of the newest events first. */
  async ofEndpoint(
    query: ListEndpointDeliveriesCommand,
    most: number,
    beforeEventId: string | undefined,
  ): Promise<readonly WebhookDeliveryInfo[]> {
    const rows = await this.database.query<DeliveryRow>(endpointPageStatement(query, most, beforeEventId));
    return rows.map(infoOf);
  }

  /**
   * One delivery. Its id begins like that of its event, with the milliseconds, so that few events are searched; what follows is a
   * digest.
   */
  async find(
    { merchantId, mode, deliveryId }: OfMerchant & { readonly deliveryId: string },
    on: Queryable = this.database,
  ): Promise<WebhookDeliveryInfo | undefined> {
    const milliseconds = deliveryId.slice('del_'.length, 'del_'.length + 10);
    const rows = await on.query<DeliveryRow>({
      name: 'delivery-find',
      text: `${DELIVERY} AND v.event_id >= $4 AND v.event_id < $5 AND d.delivery_id = $3`,
      values: [merchantId, mode, deliveryId, `evt_${milliseconds}`, `evt_${milliseconds}~`],
    });
    return rows.map(infoOf).at(0);
  }

  /** The newest attempts of a delivery, oldest first. */
  async attempts({ endpointId, eventId }: WebhookDeliveryInfo): Promise<AttemptView[]> {
    const rows = await this.database.query<AttemptRow>({
      name: 'delivery-attempts',
      text: `SELECT attempt, attempted_at AS "attemptedAt", latency_ms AS "latencyMs", status, ${SHOWN_ERROR} AS error,
          left(excerpt, ${EXCERPT_SHOWN_MAX_LENGTH}) AS excerpt
        FROM webhook_attempt WHERE endpoint_id = $1 AND event_id = $2 ORDER BY attempt DESC LIMIT ${ATTEMPTS_SHOWN_MAX}`,
      values: [endpointId, eventId],
    });
    return rows.toReversed().map((row) => ({ ...row, attemptedAt: row.attemptedAt.toISOString() }));
  }
}

function infoOf(row: DeliveryRow): WebhookDeliveryInfo {
  return {
    ...row,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
