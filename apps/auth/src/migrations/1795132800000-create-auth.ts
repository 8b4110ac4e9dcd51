import { idempotencyTableSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All tables of auth, feature by feature. */
export class CreateAuth1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const features = [merchants, apiKeys, users, signIn, userTokens, members, lastOwner, memberTokens, audit];
    for (const statements of [...features, sourceUses, idempotencyTableSql('idempotency_record')])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE idempotency_record, source_use, audit_record, audit_head, dashboard_session, mail_token, member, person,
        denied_tokens, signing_key, trusted_network, sign_in_attempt, phone_claim, end_user, api_key, merchant;
      DROP FUNCTION refuse_version_change(), refuse_key_change(), refuse_audit_change(), keep_an_owner()`);
  }
}

const merchants = `
CREATE TABLE merchant (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  live_active boolean NOT NULL DEFAULT false,
  require_sign_in boolean NOT NULL DEFAULT false,
  other_phones boolean NOT NULL DEFAULT false,
  api_version text CHECK (api_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'merchant % is pinned to %', OLD.id, OLD.api_version USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER merchant_version_is_for_ever BEFORE UPDATE ON merchant FOR EACH ROW
  WHEN (OLD.api_version IS NOT NULL AND OLD.api_version IS DISTINCT FROM NEW.api_version)
  EXECUTE FUNCTION refuse_version_change();
`;

const apiKeys = `
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
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- the key that this one replaces: a key has one successor
  predecessor_id text COLLATE "C" UNIQUE REFERENCES api_key,
  CONSTRAINT api_key_scopes CHECK ((type = 'restricted') = (cardinality(scopes) > 0)),
  CONSTRAINT api_key_origins CHECK (type = 'publishable' OR cardinality(origins) = 0)
);
CREATE INDEX api_key_change ON api_key (changed_at);
CREATE INDEX api_key_listed ON api_key (merchant_id, mode, id);
CREATE INDEX api_key_made ON api_key (merchant_id, mode, created_at);
CREATE FUNCTION refuse_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the change of API key % is refused', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
-- the rights of a key never change, it ends earlier and never later, and a revoked one stays revoked
CREATE TRIGGER api_key_is_for_ever BEFORE UPDATE ON api_key FOR EACH ROW
  WHEN ((OLD.merchant_id, OLD.mode, OLD.type, OLD.hash, OLD.scopes, OLD.predecessor_id)
      IS DISTINCT FROM (NEW.merchant_id, NEW.mode, NEW.type, NEW.hash, NEW.scopes, NEW.predecessor_id)
    OR OLD.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at
    OR OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at))
  EXECUTE FUNCTION refuse_key_change();
`;

const users = `
CREATE TABLE end_user (
  id text COLLATE "C" PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  -- HMAC-SHA-256 of mode and number under a key that is not in this database: finds a number, does not reveal it
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  sealed_phone text NOT NULL,
  sealed_email text,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (mode, phone_index)
);
-- Registrations and password resets that wait for the code of their phone: also registrations of numbers that belong to a
-- user, and resets of numbers that do not, which no code confirms.
CREATE TABLE phone_claim (
  id text COLLATE "C" PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('registration', 'password_reset')),
  merchant_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  sealed_phone text NOT NULL,
  sealed_email text,
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'registration') = (password_hash IS NOT NULL))
);
CREATE INDEX phone_claim_phone ON phone_claim (purpose, mode, phone_index);
CREATE INDEX phone_claim_end ON phone_claim (expires_at);
`;

const signIn = `
-- Wrong passwords in a row. One row per account that was tried, whether or not it exists, and network.
CREATE TABLE sign_in_attempt (
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  -- the HMAC of a phone number or of an e-mail address
  account_index bytea NOT NULL CHECK (octet_length(account_index) = 32),
  -- a trusted network; empty for all others together
  network bytea NOT NULL CHECK (octet_length(network) IN (0, 32)),
  failures integer NOT NULL CHECK (failures >= 1),
  blocked_until timestamptz NOT NULL,
  PRIMARY KEY (mode, account_index, network)
);
CREATE INDEX sign_in_attempt_age ON sign_in_attempt (blocked_until);
CREATE TABLE trusted_network (
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  account_index bytea NOT NULL CHECK (octet_length(account_index) = 32),
  -- HMAC-SHA-256 of account and network under a key that is not in this database: it reveals neither the network nor two
  -- accounts that have it in common
  network bytea NOT NULL CHECK (octet_length(network) = 32),
  signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (mode, account_index, network)
);
CREATE INDEX trusted_network_age ON trusted_network (signed_in_at);
`;

const userTokens = `
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
-- User tokens that end before they expire.
CREATE TABLE denied_tokens (
  -- jti of one token, or the id of a user
  subject text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  issued_until timestamptz NOT NULL,
  -- when the last of them has expired anyway
  expires_at timestamptz NOT NULL,
  CHECK (expires_at > issued_until)
);
CREATE INDEX denied_tokens_end ON denied_tokens (expires_at);
`;

const members = `
CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  -- HMAC-SHA-256 of the address under a key that is not in this database
  email_index bytea NOT NULL UNIQUE CHECK (octet_length(email_index) = 32),
  sealed_email text NOT NULL,
  -- null until the first invitation is accepted
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE member (
  id text COLLATE "C" PRIMARY KEY,
  merchant_id text COLLATE "C" NOT NULL REFERENCES merchant,
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'viewer')),
  sealed_name text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- null until the invitation is accepted
  joined_at timestamptz,
  UNIQUE (merchant_id, person_id),
  CHECK ((sealed_name IS NULL) = (joined_at IS NULL))
);
CREATE INDEX member_person ON member (person_id);
CREATE INDEX member_listed ON member (merchant_id, id);
`;

const lastOwner = `
-- A change that takes an owner from an account locks the account: of two that take the last two, the second sees the first.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM merchant WHERE id = OLD.merchant_id FOR UPDATE;
  IF NOT EXISTS (SELECT FROM member
      WHERE merchant_id = OLD.merchant_id AND id <> OLD.id AND role = 'owner' AND joined_at IS NOT NULL) THEN
    RAISE EXCEPTION 'merchant % would be without an owner', OLD.merchant_id USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER member_owner_changes BEFORE UPDATE ON member FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.joined_at IS NOT NULL
    AND (NEW.role <> 'owner' OR NEW.joined_at IS NULL OR NEW.merchant_id <> OLD.merchant_id))
  EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER member_owner_goes BEFORE DELETE ON member FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.joined_at IS NOT NULL) EXECUTE FUNCTION keep_an_owner();
`;

const memberTokens = `
-- A token that was mailed and not used yet, by its HMAC under a pepper that is not in this database.
CREATE TABLE mail_token (
  hash text COLLATE "C" PRIMARY KEY CHECK (hash ~ '^[A-Za-z0-9_-]{43}$'),
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  -- of an invitation, of which the newest mail counts; null where the token is for a new password
  member_id text COLLATE "C" UNIQUE REFERENCES member ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mail_token_person ON mail_token (person_id);
CREATE INDEX mail_token_end ON mail_token (expires_at);
CREATE TABLE dashboard_session (
  id text COLLATE "C" PRIMARY KEY,
  -- HMAC-SHA-256 of the token under a pepper that is not in this database
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- of the newest request, to the minute
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
) WITH (fillfactor = 80);
CREATE INDEX dashboard_session_person ON dashboard_session (person_id, created_at);
CREATE INDEX dashboard_session_end ON dashboard_session (expires_at);
`;

const audit = `
-- The end of a merchant's chain. Appending locks its row, so the chain has no branches.
CREATE TABLE audit_head (
  merchant_id text COLLATE "C" PRIMARY KEY,
  sequence integer NOT NULL CHECK (sequence >= 1),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE TABLE audit_record (
  merchant_id text COLLATE "C" NOT NULL,
  sequence integer NOT NULL CHECK (sequence >= 1),
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  action text NOT NULL,
  -- the changed object: a key, or the index of a phone number
  subject text NOT NULL,
  -- a key, a member, or the sender of the command
  actor text NOT NULL,
  request_id text NOT NULL,
  -- JSON text, because it is part of the hashed text
  detail text NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- HMAC-SHA-256 of all columns and of the previous hash, under a key that is not in this database
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (merchant_id, sequence)
);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: audit records stay', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_record_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_record ENABLE ALWAYS TRIGGER audit_record_is_immutable;
CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_stays;
-- the end of a chain only moves on
CREATE TRIGGER audit_head_advances BEFORE UPDATE ON audit_head FOR EACH ROW
  WHEN (NEW.merchant_id <> OLD.merchant_id OR NEW.sequence NOT IN (OLD.sequence, OLD.sequence + 1))
  EXECUTE FUNCTION refuse_audit_change();
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_advances;
REVOKE UPDATE, DELETE, TRUNCATE ON audit_record FROM PUBLIC, CURRENT_USER;
`;

const sourceUses = `
-- unlogged: a crash of the database restarts these counters
CREATE UNLOGGED TABLE source_use (
  -- the id of an account, or an HMAC of an IP or e-mail address under a key that is not in this database
  source text COLLATE "C" NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z-]{1,32}$'),
  window_start timestamptz NOT NULL,
  used integer NOT NULL CHECK (used > 0),
  PRIMARY KEY (source, action, window_start)
) WITH (fillfactor = 70);
CREATE INDEX source_use_age ON source_use (window_start);
`;
