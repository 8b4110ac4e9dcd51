import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rows of a batch that a rail is sent next, so that the rows of one account are not read past those of another. */
export class GiveTurns1796440300000 implements MigrationInterface {
  readonly name = 'GiveTurns1796440300000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'payout_batch_row_due',
      table: 'payout_batch_row',
      definition: `(batch_id, rail, due_at, number) WHERE state = 'placed'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payout_batch_row_due');
  }
}
