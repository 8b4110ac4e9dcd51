import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { FailureCause } from './domain/outcome.js';
import { GIVE_UP_AFTER_DAYS } from './domain/retry-schedule.js';

/** Whether a delivery `d` has no lease, or one whose worker is gone. */
const UNLEASED = `(d.leased_by IS NULL OR NOT EXISTS (SELECT FROM webhook_worker w WHERE w.worker = d.leased_by))`;

/** Endpoints that one search finds. */
const DUE_ENDPOINTS_MAX = 1_000;

/**
 * The enabled endpoints after $1 with deliveries due and unleased. Each step of the recursion is one probe of the index of pending
 * deliveries, however many deliveries an endpoint has.
 */
const DUE_ENDPOINTS = `
WITH RECURSIVE waiting AS (
  (SELECT endpoint_id FROM webhook_delivery WHERE state = 'pending' AND endpoint_id > $1 ORDER BY endpoint_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.state = 'pending' AND d.endpoint_id > waiting.endpoint_id
    ORDER BY d.endpoint_id LIMIT 1)
  FROM waiting WHERE waiting.endpoint_id IS NOT NULL)
SELECT e.endpoint_id FROM waiting JOIN webhook_endpoint e USING (endpoint_id)
WHERE e.state = 'enabled' AND (e.breaker_until IS NULL OR e.breaker_until <= clock_timestamp()) AND EXISTS (
  SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.next_at <= clock_timestamp()
    AND ${UNLEASED})
LIMIT ${DUE_ENDPOINTS_MAX}`;

/** A delivery that a worker has leased. */
export interface LeasedDelivery {
  readonly endpointId: string;
  readonly eventId: string;
  readonly worker: string;
  readonly attempts: number;
  readonly body: string;
}

/** The record of an attempt, and the state of the delivery after it. */
export interface AttemptRecord {
  readonly delivery: LeasedDelivery;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly retryInSeconds: number;
  readonly latencyMs: number;
  readonly status: number | null;
  readonly error: FailureCause | null;
  readonly excerpt: string;
}

/** Rows one claim takes. */
export const CLAIM_ROWS = 32;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Leases due deliveries of an enabled endpoint to a worker, the longest due first. */
  async claim(endpointId: string, worker: string, most = CLAIM_ROWS): Promise<readonly LeasedDelivery[]> {
    const rows = await this.database.query<{ event_id: string; attempts: number; body: string }>({
      name: 'deliveries-claim',
      text: `WITH due AS (
          SELECT d.event_id, d.next_at, b.body FROM webhook_delivery d JOIN webhook_body b USING (event_id)
          WHERE d.endpoint_id = $1 AND d.state = 'pending' AND d.next_at <= clock_timestamp() AND ${UNLEASED}
            AND EXISTS (SELECT FROM webhook_endpoint e WHERE e.endpoint_id = $1 AND e.state = 'enabled')
          ORDER BY d.next_at LIMIT $3 FOR UPDATE OF d SKIP LOCKED),
        leased AS (
          UPDATE webhook_delivery d SET leased_by = $2 FROM due WHERE d.endpoint_id = $1 AND d.event_id = due.event_id
          RETURNING d.event_id, d.attempts, d.next_at, due.body)
        SELECT event_id, attempts, body FROM leased ORDER BY next_at`,
      values: [endpointId, worker, most],
    });
    return rows.map((row) => ({
      endpointId,
      eventId: row.event_id,
      worker,
      attempts: row.attempts,
      body: row.body,
    }));
  }

  /** Writes the results of attempts. A delivery that another worker has leased by now is left to it. */
  async record(attempts: readonly AttemptRecord[]): Promise<void> {
    await this.database.query({
      name: 'attempts-record',
      text: `WITH done AS (
          SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::float8[], $6::int[], $7::int[], $8::text[], $9::text[])
          AS r (endpoint_id, event_id, worker, state, retry_in, latency_ms, status, error, excerpt)),
        kept AS (
          UPDATE webhook_delivery d
          SET state = CASE WHEN done.state = 'pending'
                AND clock_timestamp() + make_interval(secs => done.retry_in) > d.created_at + interval '${GIVE_UP_AFTER_DAYS} days'
                THEN 'failed' ELSE done.state END,
              attempts = d.attempts + 1,
              next_at = clock_timestamp() + make_interval(secs => done.retry_in),
              delivered_at = CASE WHEN done.state = 'delivered' THEN clock_timestamp() END,
              leased_by = NULL
          FROM done WHERE d.endpoint_id = done.endpoint_id AND d.event_id = done.event_id AND d.leased_by = done.worker
          RETURNING d.endpoint_id, d.event_id, d.attempts, done.latency_ms, done.status, done.error, done.excerpt)
        INSERT INTO webhook_attempt (endpoint_id, event_id, attempt, latency_ms, status, error, excerpt) SELECT * FROM kept`,
      values: [
        attempts.map((attempt) => attempt.delivery.endpointId),
        attempts.map((attempt) => attempt.delivery.eventId),
        attempts.map((attempt) => attempt.delivery.worker),
        attempts.map((attempt) => attempt.state),
        attempts.map((attempt) => attempt.retryInSeconds),
        attempts.map((attempt) => attempt.latencyMs),
        attempts.map((attempt) => attempt.status),
        attempts.map((attempt) => attempt.error),
        attempts.map((attempt) => attempt.excerpt),
      ],
    });
  }

  /** The first thousand endpoints after `after` that have deliveries due and unleased. */
  async dueEndpoints(after: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ endpoint_id: string }>({
      name: 'endpoints-due',
      text: DUE_ENDPOINTS,
      values: [after],
    });
    return rows.map((row) => row.endpoint_id);
  }

  /** Disables an endpoint whose receiver says that it is gone. */
  async disableEndpoint(endpointId: string): Promise<void> {
    await this.database.execute({
      name: 'endpoint-disable',
      text: `UPDATE webhook_endpoint SET state = 'disabled', disabled_reason = 'gone', updated_at = clock_timestamp()
        WHERE endpoint_id = $1 AND state = 'enabled'`,
      values: [endpointId],
    });
  }
}
