import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists of a merchant's intents, newest first, by status or reference: one index serves all statuses, a list without one
 * merges them. A refusal is kept with the key that it answered, for what it told may change.
 */
export class ListAndCancelIntents1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX intent_list ON intent (merchant_id, mode, status, created_at, id);
      CREATE INDEX intent_list_of_reference ON intent (merchant_id, mode, reference, created_at, id)
        WHERE reference IS NOT NULL;
      ALTER TABLE idempotency ADD COLUMN refusal text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX intent_list, intent_list_of_reference;
      ALTER TABLE idempotency DROP COLUMN refusal`);
  }
}
