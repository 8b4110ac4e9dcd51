import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The work that the latest revocation of a key keeps, for acts that arrive after it. The version before ends these acts. */
export class KeepLateWork1796250068000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE api_key ADD COLUMN kept_work text[] NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN kept_work');
  }
}
