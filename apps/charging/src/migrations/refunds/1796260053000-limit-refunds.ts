import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The refunds of a day, and the balance of an account at 00:00, by which they are limited. A refund of the version before is none of an
 * owner with a second factor, so limits count it.
 */
export class LimitRefunds1796260053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refund ADD COLUMN by_proven_owner boolean NOT NULL DEFAULT false;
      CREATE TABLE refund_day (
        merchant_id text COLLATE "C" NOT NULL,
        ledger smallint NOT NULL REFERENCES ledger,
        -- 00:00 in Africa/Douala of the last day with a refund: an account has one row
        begins_at timestamptz NOT NULL,
        opening bigint NOT NULL CHECK (opening >= 0),
        is_alerted boolean NOT NULL DEFAULT false,
        PRIMARY KEY (merchant_id, ledger))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refund_day; ALTER TABLE refund DROP COLUMN by_proven_owner');
  }
}
