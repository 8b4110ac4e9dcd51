import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members with the role cashier, and how many refunds each of them may create in a day: none until the merchant says otherwise. */
export class Cashiers1795650000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE member DROP CONSTRAINT member_role_check;
      -- wider: it allows one more role, and refuses no row of the constraint before
      ALTER TABLE member ADD CONSTRAINT member_role_check CHECK (
        role IN ('owner', 'admin', 'developer', 'cashier', 'viewer'));
      ALTER TABLE merchant ADD COLUMN cashier_refunds_per_day integer NOT NULL DEFAULT 0
        CHECK (cashier_refunds_per_day BETWEEN 0 AND 1000)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant DROP COLUMN cashier_refunds_per_day;
      ALTER TABLE member DROP CONSTRAINT member_role_check;
      ALTER TABLE member ADD CONSTRAINT member_role_check CHECK (role IN ('owner', 'admin', 'developer', 'viewer'))`);
  }
}
