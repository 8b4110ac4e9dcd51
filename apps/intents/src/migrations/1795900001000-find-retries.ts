import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tries of a first intent: all of them, and the one that is open or completed. */
export class FindRetries1795900001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const ofRetries = 'retry_of IS NOT NULL';
    await buildIndex(runner, {
      name: 'intent_list_of_retries',
      table: 'intent',
      definition: `(retry_of, created_at, id) WHERE ${ofRetries}`,
    });
    await buildIndex(runner, {
      name: 'intent_retry',
      table: 'intent',
      unique: 'wider: the version before writes no retry',
      definition: `(retry_of) WHERE ${ofRetries} AND status IN ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_retry');
    await runner.query('DROP INDEX intent_list_of_retries');
  }
}
