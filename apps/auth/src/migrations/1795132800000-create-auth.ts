import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Merchants and their API keys, end users, the brake on sign-in, and the keys that sign user tokens. */
export class CreateAuth1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = [merchantTable, apiKeyTable, endUserTable, signInAttemptTable, signingKeyTable];
    for (const statements of tables) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE signing_key, sign_in_attempt, end_user, api_key, merchant');
  }
}

const merchantTable = `
CREATE TABLE merchant (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  require_sign_in boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
`;

const apiKeyTable = `
CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchant,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  type text NOT NULL CHECK (type IN ('publishable', 'secret', 'restricted')),
  name text NOT NULL,
  -- HMAC-SHA-256 of the key text under a pepper that is not in this database
  hash text NOT NULL CHECK (hash ~ '^[A-Za-z0-9_-]{43}$'),
  scopes text[] NOT NULL DEFAULT '{}',
  origins text[] NOT NULL DEFAULT '{}',
  -- grows with every change that readers of the key table must learn of
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_key_change ON api_key (changed_at);
CREATE INDEX api_key_merchant ON api_key (merchant_id);
`;

const endUserTable = `
CREATE TABLE end_user (
  id text COLLATE "C" PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  -- HMAC-SHA-256 of mode and number under a key that is not in this database: finds a number, does not tell it
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  sealed_phone text NOT NULL,
  sealed_email text,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (mode, phone_index)
);
`;

const signInAttemptTable = `
-- One row per number that was tried and has not signed in since, whether or not it belongs to a user.
CREATE TABLE sign_in_attempt (
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  failures integer NOT NULL CHECK (failures >= 1),
  blocked_until timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- messages behind the newest of these failures: a redelivered one is not counted again
  counted uuid[] NOT NULL,
  PRIMARY KEY (mode, phone_index)
);
CREATE INDEX sign_in_attempt_age ON sign_in_attempt (last_at);
`;

const signingKeyTable = `
CREATE TABLE signing_key (
  kid text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  public_jwk text NOT NULL,
  -- removed when the key has been withdrawn
  sealed_private_key text,
  not_before timestamptz NOT NULL,
  signs_from timestamptz NOT NULL,
  not_after timestamptz,
  CHECK (signs_from >= not_before),
  CHECK (not_after IS NOT NULL OR sealed_private_key IS NOT NULL)
);
-- at most one key has no successor
CREATE UNIQUE INDEX signing_key_newest ON signing_key ((true)) WHERE not_after IS NULL;
`;
