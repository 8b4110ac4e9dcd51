import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operations of the last hours, whose outcomes tell how an operator is. */
export class FindRecentOperations1796340000000 implements MigrationInterface {
  readonly name = 'FindRecentOperations1796340000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'rail_operation_recent',
      table: 'rail_operation',
      definition: '(accepted_at)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rail_operation_recent');
  }
}
