import { answerTableSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers under idempotency keys of whatever is asked for; before, an API key held the digests of the request that made it. */
export class KeepAnswers1795132807000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(answerTableSql('auth_answer'));
    await runner.query(`
      DROP INDEX api_key_creation;
      ALTER TABLE api_key DROP COLUMN idempotency_key_hash, DROP COLUMN idempotency_body_hash`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_key
        ADD COLUMN idempotency_key_hash text,
        ADD COLUMN idempotency_body_hash text,
        ADD CONSTRAINT api_key_idempotency CHECK ((idempotency_key_hash IS NULL) = (idempotency_body_hash IS NULL));
      CREATE UNIQUE INDEX api_key_creation ON api_key (merchant_id, mode, idempotency_key_hash)
        WHERE predecessor_id IS NULL;
      DROP TABLE auth_answer`);
  }
}
