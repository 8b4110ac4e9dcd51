import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Intents, the pairs of metadata that lists filter by, and idempotency keys. The database enforces a second time what must
 * hold whatever code runs: the columns that a status implies, the legal transitions, and that an order and a terminal status
 * never change.
 */
export class CreateIntents1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [intentTable, intentIndexes, listIndexes, intentGuard, metadataPairTable, idempotencyTable])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE idempotency, intent_metadata_pair, intent;
      DROP FUNCTION guard_intent(), refuse_metadata_pair_change()`);
  }
}

const intentTable = `
CREATE TABLE intent (
  id                text COLLATE "C" PRIMARY KEY,
  merchant_id       text COLLATE "C" NOT NULL,
  mode              text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
  amount            bigint NOT NULL CHECK (amount > 0),
  currency          text COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  description       text,
  metadata          text NOT NULL,
  reference         text COLLATE "C",
  user_id           text COLLATE "C",
  return_url        text,
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL CHECK (expires_at > created_at),

  status            text COLLATE "C" NOT NULL,
  next_action       text COLLATE "C" CHECK (next_action IN ('verify_otp', 'charge', 'approve_on_phone')),
  next_action_until timestamptz,
  otp_progress_at   timestamptz,
  charge_id         text COLLATE "C",
  charge_token_id   text COLLATE "C",
  payer_id          text COLLATE "C",
  payment_method    text COLLATE "C" CHECK (payment_method IN ('wallet', 'mobile_money')),
  operator          text COLLATE "C",
  phone_masked      text COLLATE "C",
  charged_at        timestamptz,
  outcome_due_at    timestamptz,
  fee               bigint CHECK (fee >= 0),
  net               bigint CHECK (net >= 0),
  amount_refunded   bigint NOT NULL CHECK (amount_refunded BETWEEN 0 AND amount),
  failure_code      text COLLATE "C",
  failure_message   text,
  failure_next_step text COLLATE "C",
  terminal_event_id text COLLATE "C",
  event_sequence    integer NOT NULL CHECK (event_sequence BETWEEN 1 AND version),
  version           integer NOT NULL,
  updated_at        timestamptz NOT NULL,
  completed_at      timestamptz,

  CONSTRAINT intent_status CHECK (
    status IN ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')),
  CONSTRAINT intent_next_action CHECK (
    CASE status WHEN 'REQUIRES_ACTION' THEN next_action IN ('verify_otp', 'charge') IS TRUE
      WHEN 'PROCESSING' THEN next_action = 'approve_on_phone' IS NOT FALSE
      ELSE next_action IS NULL END
    AND (next_action_until IS NOT NULL) = (next_action = 'approve_on_phone' IS TRUE)),
  CONSTRAINT intent_operator CHECK (
    num_nonnulls(operator, phone_masked) = CASE payment_method WHEN 'mobile_money' THEN 2 ELSE 0 END),
  CONSTRAINT intent_charge CHECK (
    CASE WHEN status IN ('PROCESSING', 'COMPLETED', 'FAILED') THEN 5 ELSE 0 END
    = num_nonnulls(charge_id, charge_token_id, payer_id, payment_method, charged_at)),
  CONSTRAINT intent_outcome_due CHECK (status <> 'PROCESSING' OR outcome_due_at IS NOT NULL),
  CONSTRAINT intent_payer CHECK (payer_id = user_id),
  CONSTRAINT intent_completion CHECK (
    CASE WHEN status = 'COMPLETED' THEN 3 ELSE 0 END = num_nonnulls(completed_at, fee, net)),
  CONSTRAINT intent_fee CHECK (fee + net = amount),
  CONSTRAINT intent_failure CHECK (
    CASE WHEN status = 'FAILED' THEN 3 ELSE 0 END
    = num_nonnulls(failure_code, failure_message, failure_next_step)),
  CONSTRAINT intent_terminal_event CHECK (
    (status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')) = (terminal_event_id IS NOT NULL)),
  CONSTRAINT intent_refund CHECK (amount_refunded = 0 OR status = 'COMPLETED')
)`;

/** One token, one charge; a reference may be used again once its intent came to nothing. */
const intentIndexes = `
CREATE UNIQUE INDEX intent_charge_id ON intent (charge_id) WHERE charge_id IS NOT NULL;
CREATE UNIQUE INDEX intent_charge_token ON intent (charge_token_id) WHERE charge_token_id IS NOT NULL;
CREATE UNIQUE INDEX intent_reference ON intent (merchant_id, mode, reference)
  WHERE reference IS NOT NULL AND status IN ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'COMPLETED');
CREATE INDEX intent_expiry ON intent (expires_at) WHERE status IN ('PENDING', 'REQUIRES_ACTION');
CREATE INDEX intent_outcome_due ON intent (outcome_due_at) WHERE status = 'PROCESSING'`;

/** A list is newest first. One index serves every status: a list without a status merges them. */
const listIndexes = `
CREATE INDEX intent_list ON intent (merchant_id, mode, status, created_at, id);
CREATE INDEX intent_list_of_reference ON intent (merchant_id, mode, reference, created_at, id) WHERE reference IS NOT NULL`;

const intentGuard = `
CREATE FUNCTION guard_intent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    fault := 'an intent is never deleted';
  ELSIF OLD.status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED') THEN
    fault := 'a terminal intent never changes';
  ELSIF NEW.version = OLD.version AND to_jsonb(NEW) - 'outcome_due_at' = to_jsonb(OLD) - 'outcome_due_at' THEN
    -- the schedule of questions is no change of the intent
    RETURN NEW;
  ELSIF (NEW.id, NEW.merchant_id, NEW.mode, NEW.amount, NEW.currency, NEW.description, NEW.metadata, NEW.reference,
         NEW.user_id, NEW.return_url, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
        (OLD.id, OLD.merchant_id, OLD.mode, OLD.amount, OLD.currency, OLD.description, OLD.metadata, OLD.reference,
         OLD.user_id, OLD.return_url, OLD.created_at, OLD.expires_at) THEN
    fault := 'an order never changes';
  ELSIF (OLD.status, NEW.status) NOT IN (
      ('PENDING', 'REQUIRES_ACTION'), ('PENDING', 'PROCESSING'), ('PENDING', 'EXPIRED'), ('PENDING', 'CANCELED'),
      ('REQUIRES_ACTION', 'REQUIRES_ACTION'), ('REQUIRES_ACTION', 'PROCESSING'), ('REQUIRES_ACTION', 'EXPIRED'),
      ('REQUIRES_ACTION', 'CANCELED'),
      ('PROCESSING', 'PROCESSING'), ('PROCESSING', 'COMPLETED'), ('PROCESSING', 'FAILED')) THEN
    fault := format('an intent does not move from %s to %s', OLD.status, NEW.status);
  ELSIF OLD.charge_id IS NOT NULL AND (NEW.charge_id, NEW.charge_token_id, NEW.payer_id, NEW.payment_method, NEW.operator, NEW.phone_masked, NEW.charged_at)
        IS DISTINCT FROM
        (OLD.charge_id, OLD.charge_token_id, OLD.payer_id, OLD.payment_method, OLD.operator, OLD.phone_masked, OLD.charged_at) THEN
    fault := 'an intent is charged at most once';
  ELSIF NEW.version <> OLD.version + 1 OR NEW.event_sequence NOT BETWEEN OLD.event_sequence AND OLD.event_sequence + 1 THEN
    fault := 'a change counts its version by one and its event by at most one';
  ELSE
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER guard_intent BEFORE UPDATE OR DELETE ON intent FOR EACH ROW EXECUTE FUNCTION guard_intent()`;

/**
 * One row for each pair of text in an intent's metadata. In the order of a list, so that a page of one pair costs the same
 * however many intents have it; in a table of its own, because the changes of an intent do not concern it.
 */
const metadataPairTable = `
CREATE TABLE intent_metadata_pair (
  -- of merchant, mode, key and value: 64 bits of SHA-256
  pair_hash  bigint NOT NULL,
  created_at timestamptz NOT NULL,
  intent_id  text COLLATE "C" NOT NULL,
  PRIMARY KEY (pair_hash, created_at, intent_id)
);
CREATE FUNCTION refuse_metadata_pair_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: metadata never changes', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER metadata_pair_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON intent_metadata_pair
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_metadata_pair_change();
ALTER TABLE intent_metadata_pair ENABLE ALWAYS TRIGGER metadata_pair_is_immutable;
REVOKE UPDATE, DELETE, TRUNCATE ON intent_metadata_pair FROM PUBLIC, CURRENT_USER`;

/**
 * An idempotency key and the intent that was created with it, inserted by one statement. The answer is not stored: an order
 * never changes, so the first answer is derived from the intent at any time.
 */
const idempotencyTable = `
CREATE TABLE idempotency (
  merchant_id text COLLATE "C" NOT NULL,
  mode        text COLLATE "C" NOT NULL,
  key_hash    text COLLATE "C" NOT NULL,
  body_hash   text COLLATE "C" NOT NULL,
  intent_id   text COLLATE "C" NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, mode, key_hash)
);
CREATE INDEX idempotency_age ON idempotency USING brin (created_at)`;
