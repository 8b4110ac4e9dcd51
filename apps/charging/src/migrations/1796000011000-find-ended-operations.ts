import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operations that a rail has ended on a day, which its statement must have. */
export class FindEndedOperations1796000011000 implements MigrationInterface {
  readonly name = 'FindEndedOperations1796000011000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'rail_operation_succeeded',
      table: 'rail_operation',
      definition: `(rail, ended_at) WHERE state = 'succeeded'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rail_operation_succeeded');
  }
}
