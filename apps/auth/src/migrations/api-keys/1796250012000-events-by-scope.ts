import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New keys read the events whose objects they may read. Those of before, and of the version before, read all of them. */
export class EventsByScope1796250012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key ADD COLUMN events_by_scope boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN events_by_scope');
  }
}
