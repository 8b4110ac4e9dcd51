import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ups that wait for the token of their e-mail, and the country of an account. */
export class OpenAccounts1795557602000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_claim (
        -- HMAC-SHA-256 of the mailed token under a pepper that is not in this database
        token_hash text COLLATE "C" PRIMARY KEY CHECK (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
        sealed_email text NOT NULL,
        business_name text NOT NULL,
        country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX account_claim_end ON account_claim (expires_at)');
    // null for an account that an operator has made
    await runner.query("ALTER TABLE merchant ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant DROP COLUMN country');
    await runner.query('DROP TABLE account_claim');
  }
}
