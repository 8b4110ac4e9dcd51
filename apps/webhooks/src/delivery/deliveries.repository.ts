import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { FailureCause } from '../egress/domain/outcome.js';
import { GIVE_UP_AFTER_DAYS } from './domain/retry-schedule.js';

/** True when a delivery `d` has no lease, or one whose worker is gone. */
export const UNLEASED = `(d.leased_by IS NULL OR NOT EXISTS (SELECT FROM webhook_worker w WHERE w.worker = d.leased_by))`;
/** The columns that end the lease of a delivery. */
export const RELEASED = 'leased_by = NULL, leased_in_order = false';
/** Deliveries `d` that may be sent. `statement_timestamp()` bounds the index scan, which `clock_timestamp()` would not. */
const DUE = `d.state = 'pending' AND d.next_at <= statement_timestamp() AND ${UNLEASED}`;

/** Endpoints that one search finds. */
export const DUE_ENDPOINTS_MAX = 1_000;

/**
 * A recursive CTE: the endpoints after `start` with pending deliveries. Each step of the recursion is one probe of the index of
 * pending deliveries, however many deliveries an endpoint has.
 */
export function waitingEndpointsSql(start: string): string {
  return `waiting (endpoint_id) AS (
  (SELECT endpoint_id FROM webhook_delivery WHERE state = 'pending' AND endpoint_id > ${start} ORDER BY endpoint_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.state = 'pending' AND d.endpoint_id > waiting.endpoint_id
    ORDER BY d.endpoint_id LIMIT 1)
  FROM waiting WHERE waiting.endpoint_id IS NOT NULL)`;
}

/** The enabled endpoints after $1 with deliveries due and unleased. */
const DUE_ENDPOINTS = `
WITH RECURSIVE ${waitingEndpointsSql('$1')}
SELECT e.endpoint_id FROM waiting JOIN webhook_endpoint e USING (endpoint_id)
WHERE e.state = 'enabled' AND (e.breaker_until IS NULL OR e.breaker_until <= statement_timestamp())
  AND EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND ${DUE})
LIMIT ${DUE_ENDPOINTS_MAX}`;

/**
 * $1 endpoints, $2 worker, $3 most rows of each, $4 whether each is a probe. At least one row per endpoint, which has no event when nothing is due.
 *
 * The rows are updated by arrays of both their ids, and their pairs are compared behind that: a plan from when a partition was empty would
 * find the rows of a join by the endpoint alone, or by nothing.
 */
export const CLAIM = `
WITH asked AS MATERIALIZED (
  SELECT endpoint_id, most, is_probe, (
    SELECT extract(epoch FROM min(d.next_at) - statement_timestamp())::float8 FROM webhook_delivery d
    WHERE d.endpoint_id = a.endpoint_id AND d.state = 'pending' AND d.next_at > statement_timestamp()) AS next_seconds
  FROM unnest($1::text[], $3::int[], $4::boolean[]) AS a (endpoint_id, most, is_probe)),
due AS MATERIALIZED (
  SELECT d.* FROM asked, LATERAL (
    SELECT d.endpoint_id, d.event_id, d.next_at, b.body, b.traceparent FROM webhook_delivery d JOIN webhook_body b USING (event_id)
    WHERE d.endpoint_id = asked.endpoint_id AND ${DUE} AND EXISTS (
      SELECT FROM webhook_endpoint e
      WHERE e.endpoint_id = asked.endpoint_id AND e.state = 'enabled' AND (e.breaker_until IS NULL OR asked.is_probe))
    ORDER BY d.next_at LIMIT asked.most FOR UPDATE OF d SKIP LOCKED) AS d),
leased AS (
  UPDATE webhook_delivery d SET leased_by = $2
  WHERE d.endpoint_id = ANY ($1::text[]) AND d.event_id = ANY (ARRAY (SELECT event_id FROM due))
    AND ((d.endpoint_id, d.event_id) IN (SELECT endpoint_id, event_id FROM due)) IS TRUE
  RETURNING d.endpoint_id, d.event_id, d.attempts)
SELECT endpoint_id AS "endpointId", event_id AS "eventId", attempts, body, traceparent,
  extract(epoch FROM statement_timestamp() - next_at)::float8 AS "dueSeconds", next_seconds AS "nextSeconds"
FROM asked LEFT JOIN (leased JOIN due USING (endpoint_id, event_id)) USING (endpoint_id) ORDER BY next_at`;

/** The first deliveries of an ordered endpoint, among which one is noticed that was leased before the endpoint became ordered. */
const LOOKED_AT_IN_ORDER = 64;
/**
 * $1 endpoint, $2 worker, $3 most rows, $4 events that were accepted and are not yet recorded. The first pending deliveries in their order,
 * whenever they are due: the endpoint's breaker holds them back, never their own due time. None while a worker has another
 * one leased, so that one POST is under way at a time also when earlier events are redelivered meanwhile: `leased_in_order` marks the leases of
 * this statement for an index of their own, which costs the leases of other endpoints nothing. Another worker that reads the same first
 * ones finds them locked or leased.
 *
 * Few probes of indexes, however many deliveries wait: the rows are locked by their ids alone, because a plan with more conditions could
 * search all that are pending for them. What was read before the lock is checked again after it.
 */
export const CLAIM_IN_ORDER = `
WITH first AS (
  SELECT event_id, created_at, leased_by FROM webhook_delivery
  WHERE endpoint_id = $1 AND state = 'pending' AND event_id <> ALL ($4::text[]) AND EXISTS (
    SELECT FROM webhook_endpoint e WHERE e.endpoint_id = $1 AND e.state = 'enabled'
      AND (e.breaker_until IS NULL OR e.breaker_until <= statement_timestamp()))
  ORDER BY created_at, event_id LIMIT ${LOOKED_AT_IN_ORDER}),
elsewhere AS (
  SELECT leased_by FROM first
  UNION ALL SELECT leased_by FROM webhook_delivery WHERE endpoint_id = $1 AND leased_in_order AND event_id <> ALL ($4::text[])),
next AS (
  SELECT event_id FROM first
  WHERE NOT EXISTS (SELECT FROM webhook_worker WHERE worker IN (SELECT leased_by FROM elsewhere))
  ORDER BY created_at, event_id LIMIT $3),
locked AS (
  SELECT * FROM webhook_delivery WHERE endpoint_id = $1 AND event_id = ANY (ARRAY (SELECT event_id FROM next)) FOR UPDATE SKIP LOCKED),
free AS (SELECT d.event_id FROM locked d WHERE d.state = 'pending' AND ${UNLEASED}),
leased AS (
  UPDATE webhook_delivery SET leased_by = $2, leased_in_order = true
  WHERE endpoint_id = $1 AND event_id = ANY (ARRAY (
    SELECT event_id FROM free WHERE (SELECT count(*) FROM free) = (SELECT count(*) FROM next)))
  RETURNING event_id, attempts, next_at, created_at)
SELECT $1 AS "endpointId", event_id AS "eventId", attempts, body, traceparent,
  extract(epoch FROM statement_timestamp() - next_at)::float8 AS "dueSeconds"
FROM leased JOIN webhook_body USING (event_id) ORDER BY created_at, event_id`;

/**
 * The deliveries after their attempts. One keeps its place among those of an ordered endpoint. A failure at a URL that its endpoint has no
 * more ends and delays nothing: the delivery is due at the new one.
 */
const SETTLE = `
WITH given AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::float8[], $6::boolean[], $7::int[], $8::int[], $9::text[], $10::text[],
    $11::text[]) AS r (endpoint_id, event_id, worker, state, retry_in, keeps_place, latency_ms, status, error, excerpt, url)),
done AS (
  SELECT r.*, r.state <> 'delivered' AND r.url <> (SELECT url FROM webhook_endpoint e WHERE e.endpoint_id = r.endpoint_id) AS is_moved FROM given r),
kept AS (
  UPDATE webhook_delivery d
  SET state = CASE WHEN done.is_moved THEN 'pending' WHEN done.state = 'pending'
        AND clock_timestamp() + make_interval(secs => done.retry_in) > d.created_at + interval '${GIVE_UP_AFTER_DAYS} days'
        THEN 'failed' ELSE done.state END,
      attempts = d.attempts + 1,
      next_at = CASE WHEN done.keeps_place OR done.is_moved THEN least(d.next_at, clock_timestamp()) ELSE clock_timestamp() + make_interval(secs => done.retry_in) END,
      delivered_at = CASE WHEN done.state = 'delivered' THEN clock_timestamp() END,
      ${RELEASED}
  FROM done WHERE d.endpoint_id = done.endpoint_id AND d.event_id = done.event_id AND d.leased_by = done.worker
  RETURNING d.endpoint_id, d.event_id, d.attempts, done.latency_ms, done.status, done.error, done.excerpt)`;
const RECORD = `${SETTLE}
INSERT INTO webhook_attempt (endpoint_id, event_id, attempt, latency_ms, status, error, excerpt) SELECT * FROM kept`;

/** A delivery that a worker has leased. */
export interface LeasedDelivery {
  readonly endpointId: string;
  readonly eventId: string;
  readonly worker: string;
  readonly attempts: number;
  readonly body: string;
  /** The span that led to the event; null when traces were off. */
  readonly traceparent: string | null;
  /** The time at which it became due, by `performance.now()`. */
  readonly dueAtMs: number;
}

/** The record of an attempt, and the state of the delivery after it. */
export interface AttemptRecord {
  readonly delivery: LeasedDelivery;
  /** The URL that was posted to. */
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly retryInSeconds: number;
  /** True when the delivery is still the first of its endpoint after it failed. */
  readonly keepsPlace: boolean;
  readonly latencyMs: number;
  /** The wait of a delivery to a healthy endpoint for its first attempt; null for any other. */
  readonly waitedSeconds: number | null;
  readonly status: number | null;
  readonly error: FailureCause | null;
  readonly excerpt: string;
}

/** Deliveries of one endpoint that a worker asks for. */
export interface WantedClaim {
  readonly endpointId: string;
  readonly most: number;
  /** True for the one delivery that passes an open breaker. */
  readonly isProbe: boolean;
}

export interface Claim {
  readonly leased: readonly LeasedDelivery[];
  /** The time until the next delivery becomes due; null when none will. Seconds. */
  readonly nextSeconds: number | null;
}

interface ClaimInOrder extends Pick<LeasedDelivery, 'endpointId' | 'worker'> {
  readonly most: number;
  /** Events that were accepted and are not yet recorded. */
  readonly delivered: readonly string[];
}

type LeasedRow = Pick<LeasedDelivery, 'endpointId' | 'eventId' | 'attempts' | 'body' | 'traceparent'> & {
  readonly dueSeconds: number;
};
type ClaimRow = (LeasedRow | { readonly endpointId: string; readonly eventId: null }) & Pick<Claim, 'nextSeconds'>;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Leases due deliveries of enabled endpoints to a worker, the longest due first. @returns a claim for each that is wanted, in their order */
  async claim(worker: string, wanted: readonly WantedClaim[]): Promise<readonly Claim[]> {
    const rows = await this.database.query<ClaimRow>({
      name: 'deliveries-claim',
      text: CLAIM,
      values: [
        wanted.map(({ endpointId }) => endpointId),
        worker,
        wanted.map(({ most }) => most),
        wanted.map(({ isProbe }) => isProbe),
      ],
    });
    const byEndpoint = Map.groupBy(rows, ({ endpointId }) => endpointId);
    return wanted.map(({ endpointId }) => {
      const ofEndpoint = byEndpoint.get(endpointId) ?? [];
      return {
        leased: ofEndpoint.flatMap((row) => (row.eventId === null ? [] : [leasedOf(row, worker)])),
        nextSeconds: ofEndpoint[0]?.nextSeconds ?? null,
      };
    });
  }

  /** Leases the first deliveries of an ordered endpoint, in the order of its events. */
  async claimInOrder({ endpointId, worker, most, delivered }: ClaimInOrder): Promise<readonly LeasedDelivery[]> {
    const rows = await this.database.query<LeasedRow>({
      name: 'deliveries-claim-in-order',
      text: CLAIM_IN_ORDER,
      values: [endpointId, worker, most, delivered],
    });
    return rows.map((row) => leasedOf(row, worker));
  }

  /** Gives back leases of deliveries of one endpoint that were not sent. */
  async release(unsent: readonly LeasedDelivery[]): Promise<void> {
    const [first] = unsent;
    await this.database.execute({
      name: 'deliveries-release',
      text: `UPDATE webhook_delivery SET ${RELEASED}
        WHERE endpoint_id = $1 AND event_id = ANY ($2::text[]) AND leased_by = $3`,
      values: [first?.endpointId, unsent.map(({ eventId }) => eventId), first?.worker],
    });
  }

  /** Gives back the leases that a worker has of an endpoint under its ids, except those of these events. */
  async releaseOthers(endpointId: string, workers: readonly string[], eventIds: readonly string[]): Promise<void> {
    await this.database.execute({
      name: 'deliveries-release-others',
      text: `UPDATE webhook_delivery SET ${RELEASED}
        WHERE endpoint_id = $1 AND state = 'pending' AND leased_by = ANY ($2::uuid[]) AND event_id <> ALL ($3::text[])`,
      values: [endpointId, workers, eventIds],
    });
  }

  /** Writes the results of attempts. A delivery that another worker has leased by now is left to it. */
  async record(attempts: readonly AttemptRecord[]): Promise<void> {
    await this.database.query({ name: 'attempts-record', text: RECORD, values: columnsOf(attempts) });
  }

  /** Writes the state of a delivery after an attempt, without the attempt: PostgreSQL has refused to store it. */
  async settle(attempt: AttemptRecord): Promise<void> {
    const values = columnsOf([{ ...attempt, latencyMs: 0, status: null, error: null, excerpt: '' }]);
    await this.database.query({ name: 'delivery-settle', text: `${SETTLE} SELECT FROM kept`, values });
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
}

function columnsOf(attempts: readonly AttemptRecord[]): readonly unknown[] {
  return [
    attempts.map((attempt) => attempt.delivery.endpointId),
    attempts.map((attempt) => attempt.delivery.eventId),
    attempts.map((attempt) => attempt.delivery.worker),
    attempts.map((attempt) => attempt.state),
    attempts.map((attempt) => attempt.retryInSeconds),
    attempts.map((attempt) => attempt.keepsPlace),
    attempts.map((attempt) => attempt.latencyMs),
    attempts.map((attempt) => attempt.status),
    attempts.map((attempt) => attempt.error),
    attempts.map((attempt) => attempt.excerpt),
    attempts.map((attempt) => attempt.url),
  ];
}

function leasedOf({ dueSeconds, ...row }: LeasedRow, worker: string): LeasedDelivery {
  return { ...row, worker, dueAtMs: performance.now() - dueSeconds * 1_000 };
}
