import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The events of test mode, in the order in which they are deleted. An event of live mode writes nothing to it. */
export class FindTestEvents1795870000000 implements MigrationInterface {
  readonly name = 'FindTestEvents1795870000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'webhook_event_in_test',
      table: 'webhook_event',
      definition: `(event_id) WHERE mode = 'test'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_event_in_test');
  }
}
