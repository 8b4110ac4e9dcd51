import type { MigrationInterface, QueryRunner } from 'typeorm';
import { violations } from './1795132802000-create-audit-views.js';

/** Refunds, and the money that is held for those that wait for a rail: docs/adr/0054-refunds-and-holds.md. */
export class CreateRefunds1795660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      accounts,
      holds,
      holdGuard,
      refunds,
      refundGuard,
      postedGuard,
      permanence,
      refundViolations,
      ledgerViolations(),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW ledger_violation, refund_violation');
    await runner.query(violations);
    await runner.query(`
      DROP TRIGGER refund_is_posted ON transfer;
      DROP TRIGGER wallet_stays ON wallet;
      DROP TRIGGER account_stays ON append_account;
      DROP TABLE refund, hold;
      DROP FUNCTION guard_refund(), guard_hold(), check_refund_transfer();
      ALTER TABLE append_account DROP COLUMN pending_debits`);
  }
}

/** A wallet may be above its ceiling by a refund: money that has moved is never refused. */
const accounts = `
  ALTER TABLE append_account ADD COLUMN pending_debits bigint NOT NULL DEFAULT 0 CHECK (pending_debits >= 0);
  ALTER TABLE append_account DROP CONSTRAINT append_account_kind_check;
  ALTER TABLE append_account DROP CONSTRAINT append_account_check;
  -- wider: further kinds of account
  ALTER TABLE append_account ADD CONSTRAINT append_account_kind CHECK (
    kind IN ('merchant', 'reserve', 'fees', 'bank', 'float', 'suspense', 'clearing', 'provider_cost'));
  -- wider: further kinds of account
  ALTER TABLE append_account ADD CONSTRAINT append_account_owner CHECK (
    (kind IN ('merchant', 'reserve', 'float')) = (owner_id <> ''));
  INSERT INTO append_account (number, kind, owner_id, ledger) OVERRIDING SYSTEM VALUE
  SELECT platform.number, platform.kind, '', ledger FROM ledger, (VALUES (4, 'clearing'), (5, 'provider_cost')) AS platform (number, kind);
  ALTER TABLE wallet DROP CONSTRAINT wallet_balance;
  -- wider: it had a ceiling, too
  ALTER TABLE wallet ADD CONSTRAINT wallet_balance CHECK (balance >= 0) NOT VALID;
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind_check;
  -- wider: refunds beside collections
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind CHECK (kind IN ('collect', 'refund')) NOT VALID`;

/** Money of an append-only account that waits for a rail: pending, then posted as a transfer or voided. It has the id of its refund. */
const holds = `
  CREATE TABLE hold (
    hold_id text COLLATE "C" PRIMARY KEY,
    debit_id bigint NOT NULL,
    credit_id bigint NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    ledger smallint NOT NULL REFERENCES ledger,
    state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'posted', 'voided')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CONSTRAINT hold_accounts CHECK (
      debit_id < 0 AND credit_id < 0 AND debit_id <> credit_id
      AND abs(debit_id) % 10000 = ledger AND abs(credit_id) % 10000 = ledger),
    CONSTRAINT hold_end CHECK ((state = 'pending') = (ended_at IS NULL)));
  CREATE INDEX hold_pending ON hold (debit_id) WHERE state = 'pending'`;

/** The sum of the pending holds of an account is in its row, which whoever debits the account has locked. */
const holdGuard = `
  CREATE FUNCTION guard_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; change bigint := 0;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a hold is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'pending' THEN fault := 'a hold begins as pending'; END IF;
      IF NOT EXISTS (SELECT FROM append_account WHERE account_id = NEW.credit_id) THEN fault := 'a hold is for an account'; END IF;
      change := NEW.amount;
    ELSIF (NEW.hold_id, NEW.debit_id, NEW.credit_id, NEW.amount, NEW.ledger) IS DISTINCT FROM
          (OLD.hold_id, OLD.debit_id, OLD.credit_id, OLD.amount, OLD.ledger) THEN fault := 'what is held never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a hold ends once';
    ELSIF NEW.state <> 'pending' THEN change := -NEW.amount;
    END IF;
    IF fault IS NULL AND change <> 0 THEN
      UPDATE append_account SET pending_debits = pending_debits + change WHERE account_id = NEW.debit_id;
      IF NOT FOUND THEN fault := 'a hold debits an account'; END IF;
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_hold BEFORE INSERT OR UPDATE OR DELETE ON hold FOR EACH ROW EXECUTE FUNCTION guard_hold()`;

const refunds = `
  CREATE TABLE refund (
    refund_id text COLLATE "C" PRIMARY KEY,
    charge_id text COLLATE "C" NOT NULL REFERENCES charge,
    intent_id text COLLATE "C" NOT NULL,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    method text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    reason text,
    -- the merchant's JSON text, byte for byte
    metadata text NOT NULL,
    -- the member or the key that requested it; null for an operator
    actor text COLLATE "C",
    key_hash text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'completed', 'failed')),
    failure_code text COLLATE "C",
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CONSTRAINT refund_end CHECK ((state = 'pending') = (ended_at IS NULL)),
    CONSTRAINT refund_failure CHECK ((state = 'failed') = (failure_code IS NOT NULL)));
  -- ledgers of test mode are those above 999
  CREATE UNIQUE INDEX refund_key ON refund (merchant_id, (ledger > 999), key_hash);
  CREATE INDEX refund_of_intent ON refund (intent_id, refund_id);
  CREATE INDEX refund_of_merchant ON refund (merchant_id, refund_id);
  CREATE INDEX refund_of_actor ON refund (actor, created_at) WHERE actor IS NOT NULL`;

/** Refunds of one charge wait for each other, whatever code runs. The sum is read after the lock, by a statement of its own. */
const refundGuard = `
  CREATE FUNCTION guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; charged bigint; refunded bigint;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a refund is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      SELECT amount INTO charged FROM charge
      WHERE (charge_id, intent_id, merchant_id, ledger, method) =
            (NEW.charge_id, NEW.intent_id, NEW.merchant_id, NEW.ledger, NEW.method) AND state = 'succeeded'
      FOR NO KEY UPDATE;
      SELECT coalesce(sum(amount), 0) INTO refunded FROM refund WHERE intent_id = NEW.intent_id AND state <> 'failed';
      IF charged IS NULL THEN fault := 'a refund is of a charge that succeeded';
      ELSIF refunded + NEW.amount > charged THEN fault := 'refunds never exceed their charge';
      END IF;
    ELSIF (NEW.refund_id, NEW.charge_id, NEW.intent_id, NEW.merchant_id, NEW.ledger, NEW.method, NEW.amount, NEW.reason, NEW.metadata,
           NEW.actor, NEW.key_hash, NEW.body_hash, NEW.created_at) IS DISTINCT FROM
          (OLD.refund_id, OLD.charge_id, OLD.intent_id, OLD.merchant_id, OLD.ledger, OLD.method, OLD.amount, OLD.reason, OLD.metadata,
           OLD.actor, OLD.key_hash, OLD.body_hash, OLD.created_at) THEN fault := 'what was refunded never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a refund ends once';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_refund BEFORE INSERT OR UPDATE OR DELETE ON refund FOR EACH ROW EXECUTE FUNCTION guard_refund()`;

/**
 * The journal of a refund has one leg of its amount, between accounts that exist. The condition keeps the statement that posts
 * charges from calling the function. Deferred, because the refund completes in the same transaction.
 */
const postedGuard = `
  CREATE FUNCTION check_refund_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.leg = 1
      AND EXISTS (SELECT FROM refund r JOIN append_account a ON a.account_id = NEW.debit_id
        AND (a.owner_id, a.kind, a.ledger) = (r.merchant_id, 'merchant', r.ledger)
        WHERE r.refund_id = NEW.journal_id AND r.amount = NEW.amount AND r.state = 'completed')
      AND (EXISTS (SELECT FROM wallet WHERE account_id = NEW.credit_id)
        OR EXISTS (SELECT FROM append_account WHERE account_id = NEW.credit_id))
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its refund' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER refund_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (starts_with(NEW.journal_id, 're_')) EXECUTE FUNCTION check_refund_transfer()`;

/** The accounts of what was posted stay. */
const permanence = `
  CREATE TRIGGER wallet_stays BEFORE DELETE OR TRUNCATE ON wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON append_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE wallet ENABLE ALWAYS TRIGGER wallet_stays;
  ALTER TABLE append_account ENABLE ALWAYS TRIGGER account_stays;
  REVOKE DELETE, TRUNCATE ON wallet, append_account FROM PUBLIC, CURRENT_USER`;

/** Breaches of what must hold between refunds, holds and transfers. ledger_violation has them, too. */
export const refundViolations = `
  CREATE VIEW refund_violation AS
  SELECT 'refunds_exceed_charge' AS rule, c.charge_id AS subject
  FROM charge c JOIN (SELECT charge_id, sum(amount) AS amount FROM refund WHERE state <> 'failed' GROUP BY charge_id) r USING (charge_id)
  WHERE r.amount > c.amount
  UNION ALL
  SELECT 'hold_is_not_its_refund', coalesce(h.hold_id, r.refund_id)
  FROM hold h FULL JOIN (SELECT refund_id, amount, state FROM refund WHERE method = 'mobile_money') r ON r.refund_id = h.hold_id
  WHERE (h.amount = r.amount AND (h.state, r.state) IN (('pending', 'pending'), ('posted', 'completed'), ('voided', 'failed'))) IS NOT TRUE
  UNION ALL
  SELECT 'pending_debits_are_not_holds', account_id::text
  FROM append_account a LEFT JOIN (SELECT debit_id, sum(amount) AS held FROM hold WHERE state = 'pending' GROUP BY debit_id) h
    ON h.debit_id = a.account_id
  WHERE a.pending_debits <> coalesce(h.held, 0);`;

/** Why money moved: journals with their amounts. */
export const causesOfJournals = `
    SELECT charge_id AS journal_id, amount, ledger FROM charge WHERE state = 'succeeded'
    UNION ALL
    SELECT top_up_id, amount, ledger FROM top_up WHERE refusal IS NULL
    UNION ALL
    SELECT refund_id, amount, ledger FROM refund WHERE state = 'completed'
    UNION ALL
    SELECT suspense_journal_id, suspended_amount, ledger FROM rail_operation WHERE suspended_amount IS NOT NULL`;

/** The view of all breaches. `causes` are the journals that there should be, `more` the views of further rules. */
export const ledgerViolations = (causes = causesOfJournals, more = ''): string => `
  CREATE OR REPLACE VIEW ledger_violation AS
  SELECT 'ledger_not_zero' AS rule, ledger::text AS subject FROM ledger_sum WHERE sum <> 0
  UNION ALL
  SELECT 'wallet_below_floor', account_id::text FROM wallet WHERE balance < 0
  UNION ALL
  SELECT 'balance_is_not_history', account_id::text
  FROM (SELECT account_id, balance FROM account_balance) stated
  FULL JOIN (
    SELECT account_id, sum(amount) AS history
    FROM (SELECT credit_id AS account_id, amount FROM transfer UNION ALL SELECT debit_id, -amount FROM transfer) side
    GROUP BY account_id) posted USING (account_id)
  WHERE balance IS NULL OR balance <> coalesce(history, 0)
  UNION ALL
  SELECT 'journal_of_two_ledgers', journal_id FROM transfer GROUP BY journal_id HAVING min(ledger) <> max(ledger)
  UNION ALL
  SELECT 'journal_is_not_its_cause', journal_id
  FROM (SELECT journal_id, sum(amount) AS moved, min(ledger) AS ledger FROM transfer GROUP BY journal_id) journal
  FULL JOIN (
${causes}) cause
    USING (journal_id)
  WHERE (moved = amount AND journal.ledger = cause.ledger) IS NOT TRUE
  UNION ALL
  SELECT rule, subject FROM refund_violation${more}`;
