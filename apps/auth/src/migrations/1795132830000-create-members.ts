import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who manage merchant accounts at the dashboard, the tokens that are mailed to them, and their sessions. */
export class CreateMembers1795132830000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [people, members, lastOwner, mailTokens, sessions]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dashboard_session, mail_token, member, person; DROP FUNCTION keep_an_owner()');
  }
}

const people = `
CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  -- HMAC-SHA-256 of the address under a key that is not in this database
  email_index bytea NOT NULL UNIQUE CHECK (octet_length(email_index) = 32),
  sealed_email text NOT NULL,
  -- null until the first invitation is accepted
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
`;

const members = `
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
-- Whoever takes an owner from an account holds the account: of two who take the last two, the second sees what the first did.
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

const mailTokens = `
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
`;

const sessions = `
CREATE TABLE dashboard_session (
  id text COLLATE "C" PRIMARY KEY,
  -- HMAC-SHA-256 of the token under a pepper that is not in this database
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- of the newest request, about: it is noted once a minute
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
) WITH (fillfactor = 80);
CREATE INDEX dashboard_session_person ON dashboard_session (person_id, created_at);
CREATE INDEX dashboard_session_end ON dashboard_session (expires_at);
`;
