import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PARTITIONS } from './partitions.js';

const SCHEMA = `
  CREATE TABLE webhook_endpoint (
    endpoint_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    url text NOT NULL,
    description text,
    events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 32),
    -- one delivery at a time, in the order of the events
    ordered boolean NOT NULL DEFAULT false,
    -- seconds before each retry; a delivery has failed after the last one
    retry_schedule integer[]
      CHECK (cardinality(retry_schedule) BETWEEN 1 AND 32 AND 1 <= ALL (retry_schedule) AND 604800 >= ALL (retry_schedule)),
    -- the merchant pauses and deletes, the service disables
    state text NOT NULL DEFAULT 'enabled' CHECK (state IN ('enabled', 'paused', 'disabled', 'deleted')),
    disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- attempts that failed since the last success, and the first of them
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    -- up to an hour older than the last success
    last_success_at timestamptz,
    -- nothing is sent until then, and one delivery as a probe after it
    breaker_until timestamptz,
    -- probes that failed in a row
    failed_probes integer NOT NULL DEFAULT 0,
    -- when the merchant was told that the endpoint has no address that may be dialled, and that it will be disabled
    address_flagged_at timestamptz,
    warned_at timestamptz,
    CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL)),
    CHECK ((failures = 0) = (failing_since IS NULL))
  ) WITH (fillfactor = 70);
  CREATE INDEX webhook_endpoint_merchant ON webhook_endpoint (merchant_id, mode) WHERE state <> 'deleted';
  -- deliveries to deleted endpoints stay readable
  CREATE INDEX webhook_endpoint_all ON webhook_endpoint (merchant_id, mode, endpoint_id);

  -- Three slots, so that an endpoint has at most three live secrets. A new secret takes a slot that is empty or expired.
  CREATE TABLE webhook_secret (
    endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint,
    slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
    sealed_secret text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- a rotated secret signs until then
    expires_at timestamptz,
    PRIMARY KEY (endpoint_id, slot)
  );

  -- The primary key is the inbox of this consumer: a stored event has its deliveries.
  CREATE TABLE webhook_event (
    event_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    type text NOT NULL,
    -- null for events that are not about an intent
    intent_id text COLLATE "C",
    sequence integer,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The transaction that stored the event. A list is in this order, and ends before the oldest transaction that still runs: so no
    -- event can appear before one that a reader has seen.
    stored_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CHECK ((intent_id IS NULL) = (sequence IS NULL))
  ) PARTITION BY RANGE (event_id);
  CREATE TABLE webhook_event_default PARTITION OF webhook_event DEFAULT;
  CREATE INDEX webhook_event_merchant ON webhook_event (merchant_id, mode, event_id);
  CREATE INDEX webhook_event_list ON webhook_event (merchant_id, mode, stored_in, event_id);
  -- a page of a rare type reads its own events only
  CREATE INDEX webhook_event_type ON webhook_event (merchant_id, mode, type, stored_in, event_id);
  CREATE INDEX webhook_event_intent ON webhook_event (intent_id) WHERE intent_id IS NOT NULL;

  CREATE TABLE webhook_body (
    event_id text COLLATE "C" PRIMARY KEY,
    -- the exact text that every attempt sends
    body text NOT NULL,
    -- the span that led to the event, to which its attempts belong; null when traces were off
    traceparent text COLLATE "C" CHECK (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$')
  ) PARTITION BY RANGE (event_id);
  CREATE TABLE webhook_body_default PARTITION OF webhook_body DEFAULT;

  -- A pending delivery whose endpoint is not enabled is parked: nothing is written to park or drain a delivery.
  CREATE TABLE webhook_delivery (
    endpoint_id text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    -- the time of the event, so that it names a partition, and a digest of both ids
    delivery_id text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
      'del_' || substr(event_id, 5, 10) || substr(encode(sha256((event_id || endpoint_id)::bytea), 'hex'), 1, 16)) STORED,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- the worker that sends it; void when that worker is not in webhook_worker
    leased_by uuid,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    delivered_at timestamptz,
    PRIMARY KEY (endpoint_id, event_id),
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
    CHECK (leased_by IS NULL OR state = 'pending')
  ) PARTITION BY RANGE (event_id);
  CREATE TABLE webhook_delivery_default PARTITION OF webhook_delivery DEFAULT;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_at) WHERE state = 'pending';
  CREATE INDEX webhook_delivery_failed ON webhook_delivery (endpoint_id, event_id) WHERE state = 'failed';

  CREATE TABLE webhook_attempt (
    endpoint_id text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    attempt integer NOT NULL,
    attempted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    latency_ms integer NOT NULL,
    -- the status of the answer, or why there was none
    status integer,
    error text CHECK (error IN ('timeout', 'connection', 'dns', 'tls', 'address_forbidden')),
    excerpt text NOT NULL,
    PRIMARY KEY (endpoint_id, event_id, attempt),
    CHECK ((status IS NULL) <> (error IS NULL))
  ) PARTITION BY RANGE (event_id);
  CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;

  -- Workers that deliver. The leases of a worker last as long as its row, which is deleted when its heartbeat stops.
  CREATE TABLE webhook_worker (
    worker uuid PRIMARY KEY,
    beat_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );

  -- The API version of the events of a merchant.
  CREATE TABLE merchant_version (
    merchant_id text COLLATE "C" PRIMARY KEY,
    api_version text NOT NULL
  );
`;

/** Endpoints, their secrets, events as merchants see them, and one delivery for each endpoint that subscribes to an event. */
export class Webhooks1763600000000 implements MigrationInterface {
  readonly name = 'Webhooks1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SCHEMA);
    await runner.query(PARTITIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE merchant_version, webhook_worker, webhook_attempt, webhook_delivery, webhook_body, webhook_event, webhook_secret,
        webhook_endpoint;
      DROP FUNCTION webhook_retain, webhook_least_event_id`,
    );
  }
}
