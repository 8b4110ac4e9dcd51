import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wrong codes that a session shows without the password. The version before counts them with those of trusted networks. */
export class CountCodesOfSessions1796000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE dashboard_session ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dashboard_session DROP COLUMN wrong_codes');
  }
}
