import { idempotencyTableSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const RECOVERIES = `
  CREATE TABLE webhook_recovery (
    recovery_id text COLLATE "C" PRIMARY KEY,
    endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    dry_run boolean NOT NULL,
    include_delivered boolean NOT NULL,
    status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'canceled')),
    -- the last event that was examined, or the beginning of the range
    position text COLLATE "C" NOT NULL,
    examined integer NOT NULL DEFAULT 0,
    queued integer NOT NULL DEFAULT 0,
    expired integer NOT NULL DEFAULT 0,
    -- the next step, which keeps to the rate
    next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    completed_at timestamptz,
    CHECK (from_at < to_at),
    CHECK ((status = 'running') = (completed_at IS NULL)),
    CHECK (queued + expired <= examined)
  );
  CREATE UNIQUE INDEX webhook_recovery_running ON webhook_recovery (endpoint_id) WHERE status = 'running';
  CREATE INDEX webhook_recovery_ended ON webhook_recovery (completed_at) WHERE status <> 'running';
`;

/** The tables of the merchant's requests about endpoints. */
export class EndpointRequests1763700000000 implements MigrationInterface {
  readonly name = 'EndpointRequests1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECOVERIES);
    await runner.query(idempotencyTableSql('idempotency_record'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_record, webhook_recovery');
  }
}
