import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wrong codes of second factors from trusted networks are counted apart. The version before counts all of them in the first two columns. */
export class CountCodesApart1795786800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE second_factor
        ADD COLUMN trusted_failures integer NOT NULL DEFAULT 0 CHECK (trusted_failures >= 0),
        ADD COLUMN trusted_blocked_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE second_factor DROP COLUMN trusted_failures, DROP COLUMN trusted_blocked_until`);
  }
}
