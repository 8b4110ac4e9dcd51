import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments of a customer by mobile money, in the order of a list. */
export class FindGuests1796266001000 implements MigrationInterface {
  readonly name = 'FindGuests1796266001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'intent_list_of_customer',
      table: 'intent',
      definition: '(merchant_id, mode, customer_id, created_at, id) WHERE customer_id IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_list_of_customer');
  }
}
