import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The decider of a decline: the rail by its answer, or people. Declines of the version before have none. */
export class RecordDeciders1796000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intent ADD COLUMN failure_decided_by text COLLATE "C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intent DROP COLUMN failure_decided_by');
  }
}
