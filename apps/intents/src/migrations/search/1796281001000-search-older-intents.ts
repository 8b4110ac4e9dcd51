import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Intents by the last digits of the phone that pays, in the order of a list. Those of before are due for an entry of the search. */
export class SearchOlderIntents1796281001000 implements MigrationInterface {
  readonly name = 'SearchOlderIntents1796281001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'intent_list_of_phone_end',
      table: 'intent',
      definition: '(merchant_id, mode, payer_phone_end, created_at, id) WHERE payer_phone_end IS NOT NULL',
    });
    await runner.query(`INSERT INTO intent_search_due
      SELECT id FROM intent WHERE NOT EXISTS (SELECT FROM intent_search WHERE intent_id = intent.id) ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intent_list_of_phone_end');
  }
}
