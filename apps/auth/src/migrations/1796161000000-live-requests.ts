import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests of accounts for live mode that are open or were declined: one per account. Its audit trail has the earlier ones. */
export class LiveRequests1796161000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE live_request (
        merchant_id text COLLATE "C" PRIMARY KEY REFERENCES merchant,
        business text NOT NULL,
        requested_by text COLLATE "C" NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        declined_at timestamptz,
        decline_reason text,
        CHECK ((declined_at IS NULL) = (decline_reason IS NULL))
      )`);
    await runner.query('CREATE INDEX live_request_open ON live_request (requested_at) WHERE declined_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_request');
  }
}
