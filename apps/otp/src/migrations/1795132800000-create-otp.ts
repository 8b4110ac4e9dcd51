import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Challenges, what each user has used of the budgets, messages that wait to be sent, and signing keys. */
export class CreateOtp1795132800000 implements MigrationInterface {
  readonly name = 'CreateOtp1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [MOMENTS, CHALLENGES, BUDGETS, SENDS, SIGNING_KEYS]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE otp_signing_key, otp_send, otp_budget, otp_challenge;
      DROP FUNCTION otp_without, otp_within, otp_now;
    `);
  }
}

const MOMENTS = `
  -- Moments are kept to the millisecond, so that one that was read can be named again.
  CREATE FUNCTION otp_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    RETURN date_trunc('milliseconds', clock_timestamp());
  -- The moments of the last so many seconds, oldest first.
  CREATE FUNCTION otp_within(moments timestamptz[], seconds integer) RETURNS timestamptz[] LANGUAGE sql VOLATILE
    RETURN ARRAY(SELECT m FROM unnest(moments) AS m WHERE m > otp_now() - make_interval(secs => seconds) ORDER BY m);
  -- The moments without one of those that equal the given one.
  CREATE FUNCTION otp_without(moments timestamptz[], one timestamptz) RETURNS timestamptz[] LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN array_position(moments, one) IS NULL THEN moments
      ELSE moments[:array_position(moments, one) - 1] || moments[array_position(moments, one) + 1:] END;
`;

const CHALLENGES = `
  CREATE TABLE otp_challenge (
    id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    -- as the caller gave it: of a user who does not exist there is a challenge too, which no code opens
    user_id text COLLATE "C" NOT NULL,
    intent_id text COLLATE "C",
    amount bigint CHECK (amount > 0),
    currency text,
    channel text NOT NULL CHECK (channel IN ('sms', 'email')),
    -- HMAC-SHA-256 under the pepper of challenge id and code
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    -- whatever the configuration says, no code is compared a sixth time
    checks smallint NOT NULL DEFAULT 0 CHECK (checks BETWEEN 0 AND 5),
    sends integer NOT NULL CHECK (sends > 0),
    sent_at timestamptz NOT NULL,
    sent_by uuid NOT NULL,
    resend_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    consumed_at timestamptz,
    -- the command that consumed it, and the jti of the one token that came of it
    consumed_by uuid,
    token_id uuid,
    CHECK ((intent_id IS NULL) = (amount IS NULL) AND (intent_id IS NULL) = (currency IS NULL)),
    CHECK ((consumed_at IS NULL) = (consumed_by IS NULL) AND (consumed_at IS NULL) = (token_id IS NULL)),
    CHECK (consumed_at IS NULL OR checks > 0)
  ) WITH (fillfactor = 80);
  CREATE INDEX otp_challenge_scope ON otp_challenge (user_id, mode, merchant_id, created_at);
  CREATE INDEX otp_challenge_age ON otp_challenge USING brin (created_at);
`;

const BUDGETS = `
  -- One row per user, unknown ones alike, across merchants. Its lock comes before that of any challenge.
  CREATE TABLE otp_budget (
    mode text NOT NULL CHECK (mode IN ('test', 'live')),
    user_id text COLLATE "C" NOT NULL,
    sent_at timestamptz[] NOT NULL DEFAULT '{}',
    wrong_at timestamptz[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (mode, user_id)
  ) WITH (fillfactor = 70);
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
    -- whoever tried it last has it until here; then any instance may
    leased_until timestamptz NOT NULL,
    -- when the code stops to work: then the message is worthless
    expires_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  CREATE INDEX otp_send_challenge ON otp_send (challenge_id);
`;

const SIGNING_KEYS = `
  CREATE TABLE otp_signing_key (
    kid text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL CHECK (version > 0),
    public_jwk text NOT NULL,
    sealed_private_key text NOT NULL,
    not_before timestamptz NOT NULL,
    signs_from timestamptz NOT NULL,
    not_after timestamptz
  );
`;
