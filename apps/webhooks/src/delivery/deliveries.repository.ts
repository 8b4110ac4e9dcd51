import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database, textArray } from '@paygate/platform';
import { GIVE_UP_AFTER_DAYS } from './domain/retry-schedule.js';

/** The pending deliveries of a condition, locked in the order of their ids, so that two statements never deadlock. */
export function heldInOrder(condition: string): string {
  return `
    SELECT delivery_id FROM webhook_delivery WHERE state = 'pending' AND ${condition} ORDER BY delivery_id FOR NO KEY UPDATE`;
}

/**
 * Removes dead workers and frees their leases; two reconcilers never wait for each other. The last SELECT sees the rows as they
 * were before, so the leases of the dead are still set. A worker without a steady heartbeat of its own removes nobody: after an
 * outage of the database all workers look dead.
 */
const RECONCILE = `
WITH dead AS (
  DELETE FROM webhook_worker WHERE worker IN (
    SELECT other.worker FROM webhook_worker other JOIN webhook_worker self ON self.worker = $1
    WHERE other.beat_at < clock_timestamp() - make_interval(secs => $2)
      AND self.steady_since < clock_timestamp() - make_interval(secs => $2)
      AND self.beat_at > clock_timestamp() - make_interval(secs => $2) / 2
    FOR UPDATE OF other SKIP LOCKED)
  RETURNING worker
), held AS MATERIALIZED (${heldInOrder('lease_owner IN (SELECT worker FROM dead)')}
), freed AS (
  UPDATE webhook_delivery d SET lease_owner = NULL, lease_token = NULL, lease_until = NULL
  FROM held WHERE d.delivery_id = held.delivery_id
)
SELECT e.endpoint_id FROM webhook_endpoint e WHERE e.state = 'enabled' AND EXISTS (
  SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.next_at <= clock_timestamp()
    AND (d.lease_until IS NULL OR d.lease_until < clock_timestamp() OR d.lease_owner IN (SELECT worker FROM dead)))
LIMIT 1000`;

/** An event as a merchant sees it. */
export interface WebhookEvent {
  readonly eventId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly type: string;
  readonly intentId: string;
  readonly sequence: number;
  readonly body: string;
}

/** An event for one endpoint. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly state: 'pending' | 'parked';
}

/** A delivery that this worker has leased. */
export interface LeasedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly leaseToken: string;
  readonly body: string;
}

/** The record of an attempt. */
export interface AttemptRecord {
  readonly deliveryId: string;
  readonly leaseToken: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly retryInSeconds: number;
  readonly result: string;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly excerpt: string;
}

/** Rows one claim takes. */
export const CLAIM_ROWS = 32;
/** Seconds a lease lasts: longer than the longest attempt. */
export const LEASE_SECONDS = 30;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores events with their deliveries in one statement, in the order of their ids, so that two statements never deadlock. An
   * event that is stored already has no effect.
   * @returns the endpoints that have deliveries due
   */
  async ingest(events: readonly WebhookEvent[], deliveries: readonly NewDelivery[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ endpoint_id: string }>({
      name: 'events-ingest',
      text: `WITH fresh AS (
          INSERT INTO webhook_event (event_id, merchant_id, mode, type, intent_id, sequence, body)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[])
            AS event (event_id, merchant_id, mode, type, intent_id, sequence, body) ORDER BY event_id
          ON CONFLICT DO NOTHING RETURNING event_id),
        made AS (
          INSERT INTO webhook_delivery (delivery_id, event_id, endpoint_id, state)
          SELECT d.* FROM unnest($8::text[], $9::text[], $10::text[], $11::text[]) AS d (delivery_id, event_id, endpoint_id, state)
          JOIN fresh USING (event_id)
          RETURNING endpoint_id, state)
        SELECT DISTINCT endpoint_id FROM made WHERE state = 'pending'`,
      values: [
        events.map((event) => event.eventId),
        events.map((event) => event.merchantId),
        events.map((event) => event.mode),
        events.map((event) => event.type),
        events.map((event) => event.intentId),
        events.map((event) => event.sequence),
        textArray(events.map((event) => event.body)),
        deliveries.map((delivery) => delivery.deliveryId),
        deliveries.map((delivery) => delivery.eventId),
        deliveries.map((delivery) => delivery.endpointId),
        deliveries.map((delivery) => delivery.state),
      ],
    });
    return rows.map((row) => row.endpoint_id);
  }

  /** Leases up to {@link CLAIM_ROWS} due deliveries of an endpoint, the longest due first. */
  async claim(endpointId: string, worker: string, leaseToken: string): Promise<readonly LeasedDelivery[]> {
    const rows = await this.database.query<{ delivery_id: string; event_id: string; attempts: number; body: string }>({
      name: 'deliveries-claim',
      text: `WITH due AS (
          SELECT delivery_id FROM webhook_delivery
          WHERE endpoint_id = $1 AND state = 'pending' AND next_at <= clock_timestamp()
            AND (lease_until IS NULL OR lease_until < clock_timestamp())
          ORDER BY next_at LIMIT ${CLAIM_ROWS} FOR UPDATE SKIP LOCKED),
        leased AS (
          UPDATE webhook_delivery d
          SET lease_owner = $2, lease_token = $3, lease_until = clock_timestamp() + interval '${LEASE_SECONDS} s'
          FROM due WHERE d.delivery_id = due.delivery_id
          RETURNING d.delivery_id, d.event_id, d.attempts, d.next_at)
        SELECT delivery_id, event_id, attempts, body FROM leased JOIN webhook_event USING (event_id) ORDER BY next_at`,
      values: [endpointId, worker, leaseToken],
    });
    return rows.map((row) => ({
      deliveryId: row.delivery_id,
      eventId: row.event_id,
      attempts: row.attempts,
      leaseToken,
      body: row.body,
    }));
  }

  /** Writes the results of attempts. A row that has another lease by now is left to its new owner. */
  async record(attempts: readonly AttemptRecord[]): Promise<void> {
    await this.database.query({
      name: 'attempts-record',
      text: `WITH done AS (
          SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::float8[], $5::text[], $6::int[], $7::int[], $8::text[])
          AS r (delivery_id, lease_token, state, retry_in, result, status, latency_ms, excerpt)),
        held AS MATERIALIZED (${heldInOrder('(delivery_id, lease_token) IN (SELECT delivery_id, lease_token FROM done)')}),
        kept AS (
          UPDATE webhook_delivery d
          SET state = CASE WHEN done.state = 'pending'
                AND clock_timestamp() + make_interval(secs => done.retry_in) > d.created_at + interval '${GIVE_UP_AFTER_DAYS} days'
                THEN 'failed' ELSE done.state END,
              attempts = d.attempts + 1,
              next_at = clock_timestamp() + make_interval(secs => done.retry_in),
              delivered_at = CASE WHEN done.state = 'delivered' THEN clock_timestamp() END,
              lease_owner = NULL, lease_token = NULL, lease_until = NULL
          FROM held JOIN done USING (delivery_id) WHERE d.delivery_id = held.delivery_id AND d.lease_token = done.lease_token
          RETURNING d.delivery_id, d.attempts, done.result, done.status, done.latency_ms, done.excerpt)
        INSERT INTO webhook_attempt (delivery_id, attempt, result, status, latency_ms, excerpt) SELECT * FROM kept`,
      values: [
        attempts.map((attempt) => attempt.deliveryId),
        attempts.map((attempt) => attempt.leaseToken),
        attempts.map((attempt) => attempt.state),
        attempts.map((attempt) => attempt.retryInSeconds),
        attempts.map((attempt) => attempt.result),
        attempts.map((attempt) => attempt.status),
        attempts.map((attempt) => attempt.latencyMs),
        attempts.map((attempt) => attempt.excerpt),
      ],
    });
  }

  /** Disables an endpoint and parks its pending deliveries. */
  async disableEndpoint(endpointId: string): Promise<void> {
    await this.database.query({
      name: 'endpoint-disable',
      text: `WITH off AS (
          UPDATE webhook_endpoint SET state = 'disabled' WHERE endpoint_id = $1 AND state = 'enabled' RETURNING endpoint_id),
        held AS MATERIALIZED (${heldInOrder('endpoint_id IN (SELECT endpoint_id FROM off)')})
        UPDATE webhook_delivery d SET state = 'parked', lease_owner = NULL, lease_token = NULL, lease_until = NULL
        FROM held WHERE d.delivery_id = held.delivery_id`,
      values: [endpointId],
    });
  }

  /**
   * Writes the heartbeat of this worker. After a pause of half of `silentSeconds` its steady time begins anew.
   */
  async beat(worker: string, silentSeconds: number): Promise<void> {
    await this.database.execute({
      name: 'worker-beat',
      text: `INSERT INTO webhook_worker AS w (worker) VALUES ($1) ON CONFLICT (worker) DO UPDATE SET
          beat_at = clock_timestamp(),
          steady_since = CASE WHEN w.beat_at > clock_timestamp() - make_interval(secs => $2) / 2 THEN w.steady_since
            ELSE clock_timestamp() END`,
      values: [worker, silentSeconds],
    });
  }

  /**
   * Frees the leases of workers without a heartbeat for `silentSeconds`, if `worker` itself had a steady one, and finds the
   * endpoints that have deliveries due and unleased.
   */
  async reconcile(worker: string, silentSeconds: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ endpoint_id: string }>({
      name: 'deliveries-reconcile',
      text: RECONCILE,
      values: [worker, silentSeconds],
    });
    return rows.map((row) => row.endpoint_id);
  }

  /** Removes a worker that shuts down, and frees its leases. */
  async retire(worker: string): Promise<void> {
    await this.database.query({
      name: 'worker-retire',
      text: `WITH gone AS (DELETE FROM webhook_worker WHERE worker = $1 RETURNING worker),
        held AS MATERIALIZED (${heldInOrder('lease_owner IN (SELECT worker FROM gone)')})
        UPDATE webhook_delivery d SET lease_owner = NULL, lease_token = NULL, lease_until = NULL
        FROM held WHERE d.delivery_id = held.delivery_id`,
      values: [worker],
    });
  }
}
