import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments of a till, in the order of a list. */
export class FindIntentsOfTills1796440000500 implements MigrationInterface {
  readonly name = 'FindIntentsOfTills1796440000500';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'intent_list_of_till',
      table: 'intent',
      definition: '(merchant_id, mode, till_id, created_at, id) WHERE till_id IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_list_of_till');
  }
}
