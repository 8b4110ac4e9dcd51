import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The refunds that an account allows in a day. Accounts of before have no limit; those that are opened from now on, also by the version
 * before, may refund half of the balance that the day begins with: the default of the column says so.
 */
export class LimitRefunds1796260053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant
        ADD COLUMN refunds_per_day_count integer CHECK (refunds_per_day_count BETWEEN 0 AND 100000),
        ADD COLUMN refunds_per_day_amount bigint CHECK (refunds_per_day_amount BETWEEN 0 AND 999999999999999),
        ADD COLUMN refunds_per_day_percent smallint CHECK (refunds_per_day_percent BETWEEN 0 AND 100);
      ALTER TABLE merchant ALTER COLUMN refunds_per_day_percent SET DEFAULT 50`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant DROP COLUMN refunds_per_day_count, DROP COLUMN refunds_per_day_amount,
        DROP COLUMN refunds_per_day_percent`);
  }
}
