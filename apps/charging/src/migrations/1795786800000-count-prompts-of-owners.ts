import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prompts that the owner of a phone has caused are counted apart. Those of the version before count as caused by others, for a day. */
export class CountPromptsOfOwners1795786800000 implements MigrationInterface {
  readonly name = 'CountPromptsOfOwners1795786800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prompt ADD COLUMN by_owner boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prompt DROP COLUMN by_owner');
  }
}
