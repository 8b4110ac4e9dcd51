import type { MigrationInterface, QueryRunner } from 'typeorm';

const METRICS = `
  -- What happened to payments in one hour. An event is counted by the statement that stores it.
  CREATE TABLE payment_metric (
    merchant_id text COLLATE "C" NOT NULL,
    mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
    currency text COLLATE "C" NOT NULL,
    hour timestamptz NOT NULL,
    outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('created', 'completed', 'failed', 'expired', 'canceled')),
    -- why payments failed
    code text COLLATE "C" NOT NULL CHECK ((code <> '') = (outcome = 'failed')),
    payments bigint NOT NULL CHECK (payments > 0),
    volume bigint NOT NULL CHECK (volume > 0),
    PRIMARY KEY (merchant_id, mode, currency, hour, outcome, code)
  ) WITH (fillfactor = 70);
`;

/** Counts of payments by hour. */
export class PaymentMetrics1795620000000 implements MigrationInterface {
  readonly name = 'PaymentMetrics1795620000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(METRICS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payment_metric');
  }
}
