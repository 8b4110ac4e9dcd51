import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums that a wallet has paid in the present day and month of Africa/Douala, and the limits of its own: docs/adr/0090-wallets-of-users.md. */
export class LimitWallets1796330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet
        -- the day of the last payment, to which the two sums belong; null before the first
        ADD COLUMN paid_on date,
        ADD COLUMN paid_of_day bigint NOT NULL DEFAULT 0,
        ADD COLUMN paid_of_month bigint NOT NULL DEFAULT 0,
        -- in minor units; null where those of the installation apply
        ADD COLUMN day_limit bigint,
        ADD COLUMN month_limit bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet DROP COLUMN paid_on, DROP COLUMN paid_of_day, DROP COLUMN paid_of_month,
        DROP COLUMN day_limit, DROP COLUMN month_limit`);
  }
}
