import type { MigrationInterface, QueryRunner } from 'typeorm';

const SCHEMA = `
  CREATE TABLE webhook_endpoint (
    endpoint_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    url text NOT NULL,
    events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 32),
    state text NOT NULL DEFAULT 'enabled' CHECK (state IN ('enabled', 'disabled', 'deleted')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX webhook_endpoint_merchant ON webhook_endpoint (merchant_id, mode) WHERE state <> 'deleted';

  CREATE TABLE webhook_secret (
    endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint,
    sealed_secret text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- a rotated secret signs until then
    expires_at timestamptz,
    PRIMARY KEY (endpoint_id, created_at)
  );

  -- The primary key is the inbox of this consumer: a stored event has its deliveries.
  CREATE TABLE webhook_event (
    event_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL,
    type text NOT NULL,
    intent_id text COLLATE "C" NOT NULL,
    sequence integer NOT NULL,
    -- the exact text that every attempt sends
    body text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (intent_id, sequence)
  );

  CREATE TABLE webhook_delivery (
    delivery_id text COLLATE "C" PRIMARY KEY,
    event_id text COLLATE "C" NOT NULL REFERENCES webhook_event,
    endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint,
    state text NOT NULL CHECK (state IN ('pending', 'parked', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    lease_owner text,
    lease_token uuid,
    lease_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    delivered_at timestamptz,
    UNIQUE (event_id, endpoint_id),
    CHECK ((state = 'delivered') = (delivered_at IS NOT NULL)),
    CHECK ((lease_token IS NULL) = (lease_until IS NULL) AND (lease_token IS NULL) = (lease_owner IS NULL)),
    CHECK (lease_token IS NULL OR state = 'pending')
  ) WITH (fillfactor = 70);
  CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_at) WHERE state = 'pending';

  CREATE TABLE webhook_attempt (
    delivery_id text COLLATE "C" NOT NULL,
    attempt integer NOT NULL,
    attempted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    result text NOT NULL,
    status integer,
    latency_ms integer NOT NULL,
    excerpt text NOT NULL,
    PRIMARY KEY (delivery_id, attempt)
  );

  -- Instances that deliver: leases of one whose heartbeat has stopped are given back.
  CREATE TABLE webhook_worker (
    worker text PRIMARY KEY,
    beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- since when there was no pause: a worker that was not heard itself cannot judge the silence of others
    steady_since timestamptz NOT NULL DEFAULT clock_timestamp()
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
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE merchant_version, webhook_worker, webhook_attempt, webhook_delivery, webhook_event, webhook_secret, webhook_endpoint',
    );
  }
}
