import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers to requests that came with an idempotency key, so that they are given again and nothing is done again. */
export class KeptAnswers1795143600000 implements MigrationInterface {
  readonly name = 'KeptAnswers1795143600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE otp_answer (
        merchant_id text COLLATE "C" NOT NULL,
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        action text NOT NULL CHECK (action IN ('init', 'verify')),
        key_hash text COLLATE "C" NOT NULL,
        -- HMAC-SHA-256 under the pepper: the body of a check holds a code, which a plain digest would give away
        body_mac bytea NOT NULL CHECK (octet_length(body_mac) = 32),
        sealed_answer text NOT NULL,
        -- how often another body was tried under this key; of a check, the wrong codes before it count too
        mismatches smallint NOT NULL CHECK (mismatches BETWEEN 0 AND 5),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (merchant_id, mode, action, key_hash)
      ) WITH (fillfactor = 90);
      CREATE INDEX otp_answer_age ON otp_answer USING brin (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE otp_answer');
  }
}
