import { idempotencyTableSql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Challenges, uses of their budgets, messages that wait, idempotency records and signing keys. */
export class CreateOtp1795132800000 implements MigrationInterface {
  readonly name = 'CreateOtp1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [CHALLENGES, USES, SOURCE_USES, SENDS, idempotencyTableSql('idempotency_record'), SIGNING_KEYS])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE signing_key, idempotency_record, otp_send, otp_source_use, otp_use, otp_challenge');
  }
}

const MODES = `('test', 'live')`;
const PURPOSES = `('payment', 'registration', 'password_reset')`;
const SCOPE = `~ '^(untrusted|signed_in|registration|password_reset|merchant:.+|intent:.+)$'`;

const CHALLENGES = `
  CREATE TABLE otp_challenge (
    id text COLLATE "C" PRIMARY KEY,
    purpose text NOT NULL CHECK (purpose IN ${PURPOSES}),
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL CHECK (mode IN ${MODES}),
    -- of a payment the user id as the caller gave it, of a phone number an HMAC under the pepper; users and numbers that do
    -- not exist have challenges too, which no code opens
    subject text COLLATE "C" NOT NULL,
    intent_id text COLLATE "C",
    amount bigint CHECK (amount > 0),
    currency text,
    -- whether trusted callers requested the latest code
    trusted boolean NOT NULL,
    -- the budget that the latest code was charged to
    budget_scope text COLLATE "C" NOT NULL CHECK (budget_scope ${SCOPE}),
    channel text NOT NULL CHECK (channel IN ('sms', 'email')),
    -- HMAC-SHA-256 under the pepper of challenge id and code
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    -- whatever the configuration says, no code is compared a sixth time
    checks smallint NOT NULL DEFAULT 0 CHECK (checks BETWEEN 0 AND 5),
    sends integer NOT NULL CHECK (sends > 0),
    -- the latest send, in otp_use and otp_send
    send_id uuid NOT NULL,
    sent_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    resend_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    consumed_at timestamptz,
    -- the jti of the one token that came of it
    token_id uuid,
    CHECK ((intent_id IS NULL) = (amount IS NULL) AND (intent_id IS NULL) = (currency IS NULL)),
    CHECK ((consumed_at IS NULL) = (token_id IS NULL)),
    CHECK (consumed_at IS NULL OR checks > 0),
    -- codes for phone numbers are not consumed, and are bound to no payment
    CHECK (purpose = 'payment' OR consumed_at IS NULL AND intent_id IS NULL AND budget_scope = purpose)
  ) WITH (fillfactor = 80);
  CREATE INDEX otp_challenge_alive ON otp_challenge (subject, mode, purpose, expires_at);
  CREATE INDEX otp_challenge_age ON otp_challenge USING brin (created_at);
`;

const USES = `
  -- One send or wrong check. Rows are deleted when they have left every window.
  CREATE TABLE otp_use (
    id uuid PRIMARY KEY,
    mode text NOT NULL CHECK (mode IN ${MODES}),
    subject text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL CHECK (scope ${SCOPE}),
    kind text NOT NULL CHECK (kind IN ('send', 'wrong_check')),
    -- an HMAC of the caller's address under the pepper
    address text COLLATE "C",
    at timestamptz NOT NULL
  );
  CREATE INDEX otp_use_of_subject ON otp_use (subject, mode, scope, at);
  CREATE INDEX otp_use_age ON otp_use USING brin (at);
`;

const SOURCE_USES = `
  -- Not logged: a crash of the database restarts these counters. It does not restart budgets.
  CREATE UNLOGGED TABLE otp_source_use (
    -- an API key's id, or an HMAC of an address under the pepper
    source text COLLATE "C" NOT NULL,
    action text NOT NULL CHECK (action IN ('init', 'verify')),
    window_start timestamptz NOT NULL,
    used integer NOT NULL CHECK (used > 0),
    PRIMARY KEY (source, action, window_start)
  ) WITH (fillfactor = 70);
  CREATE INDEX otp_source_use_age ON otp_source_use (window_start);
`;

const SENDS = `
  -- A message that was not handed over yet, sealed. The row goes when the message has gone.
  CREATE TABLE otp_send (
    id uuid PRIMARY KEY,
    challenge_id text COLLATE "C" NOT NULL,
    mode text NOT NULL,
    channel text NOT NULL,
    sealed_message text NOT NULL,
    attempt smallint NOT NULL CHECK (attempt > 0),
    -- the instance that tried it last has it until here; then any instance may
    leased_until timestamptz NOT NULL,
    -- when the code stops working: then the message is worthless
    expires_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  CREATE INDEX otp_send_challenge ON otp_send (challenge_id);
`;

const SIGNING_KEYS = `
  CREATE TABLE signing_key (
    kid text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL CHECK (version > 0),
    public_jwk text NOT NULL,
    -- the private half is removed when the key has been withdrawn
    sealed_private_key text,
    not_before timestamptz NOT NULL,
    signs_from timestamptz NOT NULL,
    not_after timestamptz,
    CONSTRAINT signing_key_published_first CHECK (signs_from >= not_before),
    CONSTRAINT signing_key_signs CHECK (not_after IS NOT NULL OR sealed_private_key IS NOT NULL)
  );
  -- at most one key has no successor
  CREATE UNIQUE INDEX signing_key_newest ON signing_key ((true)) WHERE not_after IS NULL;
`;
