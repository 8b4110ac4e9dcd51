import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The intents of test mode that have ended, in the order in which they are forgotten. A payment in live mode writes nothing to it. */
export class FindEndedTestIntents1795870001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'intent_ended_in_test',
      table: 'intent',
      definition: `(updated_at) WHERE mode = 'test' AND status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_ended_in_test');
  }
}
