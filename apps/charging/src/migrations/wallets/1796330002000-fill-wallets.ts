import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Top-ups of wallets by mobile money: docs/adr/0090-wallets-of-users.md. */
export class FillWallets1796330002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [operations, topUps, topUpGuard, postedGuard]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER top_up_is_posted ON transfer;
      DROP TABLE wallet_top_up;
      DROP FUNCTION guard_wallet_top_up(), check_top_up_transfer();
      ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_intent;
      ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent CHECK ((kind IN ('payout', 'return')) = (intent_id IS NULL)) NOT VALID;
      ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind;
      ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind CHECK (kind IN ('collect', 'refund', 'payout', 'return')) NOT VALID`);
  }
}

/** A top-up is of no intent. Its merchant is the one at which the user was signed in. */
const operations = `
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind;
  -- wider: top-ups, too
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind
    CHECK (kind IN ('collect', 'refund', 'payout', 'return', 'top_up')) NOT VALID;
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_intent;
  -- wider: a top-up is of no intent either
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent
    CHECK ((kind IN ('payout', 'return', 'top_up')) = (intent_id IS NULL)) NOT VALID`;

/** A top-up that a user has asked for. When the rail has collected it, `top_up` has a row with the same id, as of every money that fills a wallet. */
const topUps = `
  CREATE TABLE wallet_top_up (
    top_up_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    rail text COLLATE "C" NOT NULL,
    phone_masked text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    key_hash text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    content_hash text COLLATE "C",
    state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'completed', 'failed')),
    failure_code text COLLATE "C",
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CONSTRAINT wallet_top_up_end CHECK ((state = 'pending') = (ended_at IS NULL)),
    CONSTRAINT wallet_top_up_failure CHECK ((state = 'failed') = (failure_code IS NOT NULL)));
  -- ledgers of test mode are those above 999
  CREATE UNIQUE INDEX wallet_top_up_key ON wallet_top_up (user_id, (ledger > 999), key_hash);
  CREATE INDEX wallet_top_up_pending ON wallet_top_up (user_id, ledger) WHERE state = 'pending'`;

const topUpGuard = `
  CREATE FUNCTION guard_wallet_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a top-up is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'pending' THEN fault := 'a top-up begins as pending'; END IF;
    ELSIF (NEW.top_up_id, NEW.user_id, NEW.ledger, NEW.rail, NEW.phone_masked, NEW.amount, NEW.key_hash, NEW.body_hash, NEW.created_at)
          IS DISTINCT FROM
          (OLD.top_up_id, OLD.user_id, OLD.ledger, OLD.rail, OLD.phone_masked, OLD.amount, OLD.key_hash, OLD.body_hash, OLD.created_at)
      THEN fault := 'what fills a wallet never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a top-up ends once';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_wallet_top_up BEFORE INSERT OR UPDATE OR DELETE ON wallet_top_up
    FOR EACH ROW EXECUTE FUNCTION guard_wallet_top_up()`;

/** A top-up credits the wallet of its user with its amount, once it has succeeded: the operator's own row says so, and that of a user's request. */
const postedGuard = `
  CREATE FUNCTION check_top_up_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM top_up t WHERE t.top_up_id = NEW.journal_id AND t.refusal IS NULL
        AND (t.wallet_id, t.amount, t.ledger) = (NEW.credit_id, NEW.amount, NEW.ledger))
      AND NOT EXISTS (SELECT FROM wallet_top_up w WHERE w.top_up_id = NEW.journal_id AND w.state <> 'completed')
      AND NEW.leg = 1
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its top-up' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER top_up_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (starts_with(NEW.journal_id, 'tu_')) EXECUTE FUNCTION check_top_up_transfer()`;
