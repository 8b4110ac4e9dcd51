import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many receipts each payment has had. */
export class CountReceipts1795132802000 implements MigrationInterface {
  readonly name = 'CountReceipts1795132802000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE otp_receipt (
        intent_id text COLLATE "C" PRIMARY KEY,
        -- no fourth receipt of a payment is sent
        sent smallint NOT NULL CHECK (sent BETWEEN 1 AND 3),
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      ) WITH (fillfactor = 90);
      CREATE INDEX otp_receipt_age ON otp_receipt USING brin (at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE otp_receipt');
  }
}
