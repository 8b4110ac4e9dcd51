import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Registrations and resets that wait for their code. */
export class CreateRegistrations1795132820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(waiting);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE password_reset, registration');
  }
}

const waiting = `
-- One for each request that was granted, of registered numbers too: their codes are right for none of them.
CREATE TABLE registration (
  id text COLLATE "C" PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  sealed_phone text NOT NULL,
  sealed_email text,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  expires_at timestamptz NOT NULL
);
CREATE INDEX registration_phone ON registration (mode, phone_index);
CREATE INDEX registration_end ON registration (expires_at);
CREATE TABLE password_reset (
  id text COLLATE "C" PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  sealed_phone text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_phone ON password_reset (mode, phone_index);
CREATE INDEX password_reset_end ON password_reset (expires_at);
`;
