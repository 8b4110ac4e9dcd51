import { referenceKeySql } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ledgerViolations } from '../1795660000000-create-refunds.js';
import { causesOfAdjustments, rulesOfAdjustments } from '../adjustments/1796310000000-create-adjustments.js';
import { rulesOfPayouts } from '../payouts/1796000000000-create-payouts.js';
import { causesWithReversals, rulesOfReversals } from '../reversals/1796290000000-create-reversals.js';
import { violationsByKind } from '../rooms/1796271000000-tell-kinds-of-holds.js';
import { returns, returnGuard } from './payer-returns.js';
import { causesOfUnclaimed, rulesOfUnclaimed, unclaimedViolations } from './unclaimed-violations.js';

const CAUSES = 'SELECT journal_id, amount, ledger FROM journal_cause';
const causesBefore = `${causesWithReversals}${causesOfAdjustments}`;
const rulesBefore = `${rulesOfPayouts}${rulesOfReversals}${rulesOfAdjustments}`;

/** Money on a statement that no payment here is of: docs/adr/0091-unclaimed-money.md. */
export class CreateUnclaimed1796320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      account,
      operations,
      phones,
      unclaimed,
      contest,
      returns,
      guard,
      returnGuard,
      postedGuard,
      violationsByKind.replace(`NOT (kind = 'payout')`, `kind = 'refund'`),
      `CREATE OR REPLACE VIEW journal_cause AS ${causesBefore}${causesOfUnclaimed}`,
      `CREATE OR REPLACE VIEW journal_rail AS ${RAILS} UNION ALL SELECT match_journal_id, rail FROM unclaimed WHERE match_journal_id IS NOT NULL`,
      unclaimedViolations,
      ledgerViolations(CAUSES, `${rulesBefore}${rulesOfUnclaimed}`),
    ])
      await runner.query(statement);
  }

  /** The account stays, as all accounts do. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ledgerViolations(CAUSES, rulesBefore));
    await runner.query(`CREATE OR REPLACE VIEW journal_cause AS ${causesBefore}`);
    await runner.query(violationsByKind);
    await runner.query(`
      CREATE OR REPLACE VIEW journal_rail AS ${RAILS};
      DROP VIEW unclaimed_violation;
      DROP TRIGGER unclaimed_is_posted ON transfer;
      DROP TABLE payer_return, unclaimed;
      DROP FUNCTION guard_unclaimed(), guard_payer_return(), check_unclaimed_transfer(), unclaimed_contest(text);
      ALTER TABLE statement_line DROP COLUMN phone;
      ALTER TABLE hold DROP CONSTRAINT hold_kind;
      ALTER TABLE hold ADD CONSTRAINT hold_kind CHECK (kind IS NOT NULL AND kind IN ('refund', 'payout')) NOT VALID;
      ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind, DROP CONSTRAINT rail_operation_intent,
        DROP CONSTRAINT rail_operation_merchant, ALTER COLUMN merchant_id SET NOT NULL;
      ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind CHECK (kind IN ('collect', 'refund', 'payout')) NOT VALID;
      ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent CHECK ((kind = 'payout') = (intent_id IS NULL)) NOT VALID`);
  }
}

const RAILS = 'SELECT operation_id AS journal_id, rail FROM rail_operation';

/** The suspense account of money without an owner. That of amounts in dispute is another one, so each has a sum of its own. */
const account = `
  ALTER TABLE append_account DROP CONSTRAINT append_account_kind;
  -- wider: one kind more
  ALTER TABLE append_account ADD CONSTRAINT append_account_kind CHECK (
    kind IN ('merchant', 'reserve', 'fees', 'bank', 'float', 'suspense', 'clearing', 'provider_cost', 'reversals_receivable',
      'adjustments', 'unclaimed')) NOT VALID;
  INSERT INTO append_account (number, kind, owner_id, ledger) OVERRIDING SYSTEM VALUE
  SELECT 8, 'unclaimed', '', ledger FROM ledger ON CONFLICT DO NOTHING`;

/** A return to a payer is of no merchant. The version before submits none: it has no condition under which one may be sent. */
const operations = `
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind, DROP CONSTRAINT rail_operation_intent;
  -- wider: returns, too
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind CHECK (kind IN ('collect', 'refund', 'payout', 'return')) NOT VALID;
  -- wider: returns, too
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent
    CHECK ((kind IN ('payout', 'return')) = (intent_id IS NULL)) NOT VALID;
  ALTER TABLE rail_operation ALTER COLUMN merchant_id DROP NOT NULL;
  -- wider: it was required of every operation
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_merchant CHECK ((kind = 'return') = (merchant_id IS NULL)) NOT VALID;
  ALTER TABLE hold DROP CONSTRAINT hold_kind;
  -- wider: returns, too
  ALTER TABLE hold ADD CONSTRAINT hold_kind CHECK (kind IS NOT NULL AND kind IN ('refund', 'payout', 'return')) NOT VALID`;

/** The phone of a line, sealed. */
const phones = 'ALTER TABLE statement_line ADD COLUMN IF NOT EXISTS phone text COLLATE "C"';

const unclaimed = `
  CREATE TABLE unclaimed (
    unclaimed_id text COLLATE "C" PRIMARY KEY,
    rail text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    amount bigint NOT NULL CHECK (amount > 0),
    -- the operator's own number of the transaction
    operator_number text COLLATE "C" NOT NULL,
    -- of the statement
    day date NOT NULL,
    moved_at timestamptz NOT NULL,
    -- the statement that has listed it, or listed it again
    run_id bigint NOT NULL,
    -- sealed; erased with its mask
    phone text COLLATE "C",
    phone_masked text COLLATE "C",
    state text COLLATE "C" NOT NULL DEFAULT 'listed'
      CHECK (state IN ('listed', 'gone', 'dismissed', 'confirmed', 'returning', 'returned', 'matched')),
    -- the payment that it was matched to
    charge_id text COLLATE "C" REFERENCES charge,
    intent_id text COLLATE "C",
    merchant_id text COLLATE "C",
    fee bigint,
    match_journal_id text COLLATE "C" UNIQUE,
    -- the latest return
    return_id text COLLATE "C" UNIQUE,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    confirmed_at timestamptz,
    ended_at timestamptz,
    CONSTRAINT unclaimed_confirmed CHECK (
      (state IN ('confirmed', 'returning', 'returned', 'matched')) = (confirmed_at IS NOT NULL)),
    CONSTRAINT unclaimed_matched CHECK (
      (state = 'matched') = (match_journal_id IS NOT NULL) AND num_nulls(match_journal_id, charge_id, intent_id, merchant_id, fee) IN (0, 5)),
    CONSTRAINT unclaimed_returned CHECK (state NOT IN ('returning', 'returned') OR return_id IS NOT NULL),
    CONSTRAINT unclaimed_ended CHECK ((state IN ('returned', 'matched')) = (ended_at IS NOT NULL)),
    CONSTRAINT unclaimed_fee CHECK (fee >= 0 AND fee < amount));
  -- ledgers of test mode are those above 999
  CREATE UNIQUE INDEX unclaimed_line ON unclaimed (rail, (ledger > 999), day, operator_number, amount, moved_at);
  CREATE INDEX unclaimed_number ON unclaimed ((${referenceKeySql('operator_number')})) WHERE confirmed_at IS NOT NULL;
  -- no payment is paid by two
  CREATE UNIQUE INDEX unclaimed_intent ON unclaimed (intent_id) WHERE intent_id IS NOT NULL;
  CREATE INDEX unclaimed_open ON unclaimed (created_at, unclaimed_id) WHERE state IN ('listed', 'confirmed', 'returning')`;

/**
 * The reason for which the money of a row may not be confirmed: it is, or may yet become, that of a payment here, or it was confirmed before. A statement
 * may be corrected, and may name a transaction in two ways or on two days.
 */
const contest = `
  CREATE FUNCTION unclaimed_contest(id text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE
      WHEN EXISTS (SELECT FROM rail_operation o WHERE o.rail = u.rail AND (o.ledger > 999) = (u.ledger > 999) AND o.state <> 'declined'
          AND o.provider_reference IS NOT NULL AND ${referenceKeySql('o.provider_reference')} = ${referenceKeySql('u.operator_number')})
        THEN 'an operation here has this number of the operator'
      WHEN EXISTS (SELECT FROM unclaimed other WHERE other.rail = u.rail AND (other.ledger > 999) = (u.ledger > 999)
          AND other.confirmed_at IS NOT NULL AND other.unclaimed_id <> u.unclaimed_id
          AND ${referenceKeySql('other.operator_number')} = ${referenceKeySql('u.operator_number')})
        THEN 'money with this number of the operator was confirmed before'
      WHEN EXISTS (SELECT FROM rail_operation o WHERE o.rail = u.rail AND o.ledger = u.ledger AND o.kind = 'collect' AND o.ended_at IS NULL
          AND o.due_at IS NOT NULL AND o.amount = u.amount AND o.accepted_at <= u.moved_at + interval '10 minutes'
          AND (u.phone_masked IS NULL OR o.phone_masked = u.phone_masked))
        THEN 'a payment of this amount is not decided yet'
    END FROM unclaimed u WHERE u.unclaimed_id = id
  $$`;

/** Whatever code runs: a row keeps what its line said, and its money is matched or returned at most once, and never both. */
const guard = `
  CREATE FUNCTION guard_unclaimed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'unclaimed money is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'listed' THEN fault := 'unclaimed money begins as listed'; END IF;
    ELSIF (NEW.unclaimed_id, NEW.rail, NEW.ledger, NEW.amount, NEW.operator_number, NEW.day, NEW.moved_at, NEW.created_at) IS DISTINCT FROM
          (OLD.unclaimed_id, OLD.rail, OLD.ledger, OLD.amount, OLD.operator_number, OLD.day, OLD.moved_at, OLD.created_at)
       OR NEW.phone IS NOT NULL AND NEW.phone IS DISTINCT FROM OLD.phone
       OR NEW.phone_masked IS NOT NULL AND NEW.phone_masked IS DISTINCT FROM OLD.phone_masked THEN
      fault := 'what a line said never changes';
    ELSIF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('listed', 'gone'), ('gone', 'listed'), ('listed', 'dismissed'),
          ('listed', 'confirmed'), ('dismissed', 'confirmed'), ('confirmed', 'returning'), ('returning', 'confirmed'),
          ('returning', 'returned'), ('confirmed', 'matched')) THEN
      fault := format('unclaimed money does not move from %s to %s', OLD.state, NEW.state);
    ELSIF NEW.state = 'confirmed' AND OLD.confirmed_at IS NULL AND unclaimed_contest(NEW.unclaimed_id) IS NOT NULL THEN
      fault := unclaimed_contest(NEW.unclaimed_id);
    ELSIF OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at
       OR OLD.state IN ('returned', 'matched') AND (NEW.match_journal_id, NEW.charge_id, NEW.intent_id, NEW.merchant_id, NEW.fee,
          NEW.return_id, NEW.ended_at) IS DISTINCT FROM (OLD.match_journal_id, OLD.charge_id, OLD.intent_id, OLD.merchant_id, OLD.fee,
          OLD.return_id, OLD.ended_at)
       OR NEW.return_id IS DISTINCT FROM OLD.return_id AND (OLD.state, NEW.state) <> ('confirmed', 'returning') THEN
      fault := 'what was decided never changes';
    ELSIF NEW.state = 'matched' AND OLD.state = 'confirmed' AND NOT EXISTS (
        SELECT FROM charge c JOIN rail_operation o ON o.operation_id = c.charge_id
        WHERE (c.charge_id, c.intent_id, c.merchant_id, c.ledger, o.rail, o.amount, o.fee, c.state) =
              (NEW.charge_id, NEW.intent_id, NEW.merchant_id, NEW.ledger, NEW.rail, NEW.amount, NEW.fee, 'declined')
          AND o.suspended_amount IS NULL) THEN
      fault := 'unclaimed money is matched to a payment of its amount that has failed';
    ELSIF OLD.state = 'returning' AND NEW.state <> OLD.state AND NOT EXISTS (
        SELECT FROM payer_return r WHERE r.return_id = OLD.return_id
          AND r.state = CASE NEW.state WHEN 'returned' THEN 'completed' ELSE 'failed' END) THEN
      fault := 'unclaimed money is returned as its operation ends';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_unclaimed BEFORE INSERT OR UPDATE OR DELETE ON unclaimed FOR EACH ROW EXECUTE FUNCTION guard_unclaimed()`;

/** Nothing else moves money of the account: a confirmation from the float, a match to merchant and fees, a return that has been paid. */
const postedGuard = `
  CREATE FUNCTION check_unclaimed_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE account bigint := -(80000 + NEW.ledger);
  BEGIN
    IF EXISTS (
      SELECT FROM unclaimed u JOIN append_account f ON (f.owner_id, f.kind, f.ledger) = (u.rail, 'float', u.ledger)
      WHERE u.unclaimed_id = NEW.journal_id AND u.confirmed_at IS NOT NULL
        AND (NEW.leg, NEW.debit_id, NEW.credit_id, NEW.amount) = (1, f.account_id, account, u.amount)
    ) OR EXISTS (
      SELECT FROM unclaimed u JOIN append_account m ON (m.owner_id, m.kind, m.ledger) = (u.merchant_id, 'merchant', u.ledger)
      WHERE u.match_journal_id = NEW.journal_id AND u.state = 'matched' AND NEW.debit_id = account
        AND (NEW.leg, NEW.credit_id, NEW.amount) IN ((1, m.account_id, u.amount - u.fee), (2, -(20000 + u.ledger)::bigint, u.fee))
    ) OR EXISTS (
      SELECT FROM payer_return r WHERE r.return_id = NEW.journal_id AND r.state = 'completed'
        AND (NEW.leg, NEW.debit_id, NEW.amount) = (1, account, r.amount)
    ) THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its unclaimed money' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER unclaimed_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.debit_id = -(80000 + NEW.ledger) OR NEW.credit_id = -(80000 + NEW.ledger))
    EXECUTE FUNCTION check_unclaimed_transfer()`;
