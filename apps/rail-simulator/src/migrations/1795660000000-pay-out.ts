import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cash-ins, and accounts from which refunds are paid and which may be short. */
export class PayOut1795660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- what the account of a rail can still pay out; without a row it is never short
      CREATE TABLE paying_account (
        rail text COLLATE "C" PRIMARY KEY,
        balance bigint NOT NULL CHECK (balance >= 0));
      ALTER TABLE payment DROP CONSTRAINT payment_kind_check;
      -- wider: cash-ins, too
      ALTER TABLE payment ADD CONSTRAINT payment_kind CHECK (kind IN ('collection', 'refund', 'cash_in', 'transfer'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE paying_account;
      ALTER TABLE payment DROP CONSTRAINT payment_kind;
      ALTER TABLE payment ADD CONSTRAINT payment_kind_check CHECK (kind IN ('collection', 'refund', 'transfer'))`);
  }
}
