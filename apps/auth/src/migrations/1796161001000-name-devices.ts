import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browser and system that began a session. Those of before, and of the version before, have no name. */
export class NameDevices1796161001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dashboard_session ADD COLUMN device text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dashboard_session DROP COLUMN device');
  }
}
