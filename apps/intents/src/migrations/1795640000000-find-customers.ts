import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The intents of a user, who pays or is the only one who may, by status in the order of a list. The users who have paid a
 * merchant are the first entries of its ranges.
 */
export class FindCustomers1795640000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'intent_list_of_user',
      table: 'intent',
      definition: `(merchant_id, mode, status, coalesce(payer_id, user_id), created_at, id)
        WHERE coalesce(payer_id, user_id) IS NOT NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_list_of_user');
  }
}
