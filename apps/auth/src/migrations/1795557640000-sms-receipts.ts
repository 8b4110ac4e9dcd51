import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether receipts of a merchant's payments may be sent by SMS, each of which costs. */
export class SmsReceipts1795557640000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant ADD COLUMN sms_receipts boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant DROP COLUMN sms_receipts');
  }
}
