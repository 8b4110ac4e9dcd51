import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes by which somebody shows to have a phone, and what each number has used of its budgets. No payment's code is here. */
export class PhoneCodes1795161600000 implements MigrationInterface {
  readonly name = 'PhoneCodes1795161600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE phone_code (
        -- what the code opens; whoever guesses it has guessed 122 bits
        claim_id text COLLATE "C" PRIMARY KEY,
        purpose text NOT NULL CHECK (purpose IN ${PURPOSES}),
        merchant_id text COLLATE "C" NOT NULL,
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        -- HMAC-SHA-256 of mode and number under the pepper; of a number that is sent nothing there is a row too
        phone_mac bytea NOT NULL CHECK (octet_length(phone_mac) = 32),
        -- HMAC-SHA-256 under the pepper of claim and code
        code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
        -- whatever the configuration says, no code is compared a sixth time
        checks smallint NOT NULL DEFAULT 0 CHECK (checks BETWEEN 0 AND 5),
        sent_at timestamptz NOT NULL,
        resend_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      ) WITH (fillfactor = 80);
      CREATE INDEX phone_code_phone ON phone_code (phone_mac, purpose, mode, expires_at);
      CREATE INDEX phone_code_age ON phone_code USING brin (sent_at);
      -- Its row's lock comes before that of any code.
      CREATE TABLE phone_code_budget (
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        purpose text NOT NULL CHECK (purpose IN ${PURPOSES}),
        phone_mac bytea NOT NULL CHECK (octet_length(phone_mac) = 32),
        sent otp_use[] NOT NULL DEFAULT '{}',
        wrong otp_use[] NOT NULL DEFAULT '{}',
        PRIMARY KEY (mode, purpose, phone_mac)
      ) WITH (fillfactor = 70);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE phone_code_budget, phone_code');
  }
}

const PURPOSES = `('registration', 'password_reset')`;
