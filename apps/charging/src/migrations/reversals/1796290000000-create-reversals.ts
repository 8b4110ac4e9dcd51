import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ledgerViolations } from '../1795660000000-create-refunds.js';
import { rulesOfPayouts } from '../payouts/1796000000000-create-payouts.js';
import { causesWithCorrections } from '../payouts/1796162000000-correct-payouts.js';

const CAUSES = 'SELECT journal_id, amount, ledger FROM journal_cause';

/** Money that an operator takes back after a payment was paid: docs/adr/0085-reversals.md. */
export class CreateReversals1796290000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      account,
      statusOfLines,
      days,
      reversals,
      guard,
      postedGuard,
      refundGuard,
      `CREATE OR REPLACE VIEW journal_cause AS ${causesWithReversals}`,
      reversalViolations,
      ledgerViolations(CAUSES, `${rulesOfPayouts}${rulesOfReversals}`),
    ])
      await runner.query(statement);
  }

  /** The account stays, as all accounts do. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ledgerViolations(CAUSES, rulesOfPayouts));
    await runner.query(`CREATE OR REPLACE VIEW journal_cause AS ${causesWithCorrections}`);
    await runner.query(`
      DROP VIEW reversal_violation;
      DROP TRIGGER refund_leaves_reversals ON refund;
      DROP TRIGGER reversal_is_posted ON transfer;
      DROP TABLE reversal, reversal_day;
      DROP FUNCTION guard_reversal(), check_reversal_transfer(), guard_refund_of_reversed()`);
  }
}

/** What operators have taken back and no merchant bears. */
const account = `
  ALTER TABLE append_account DROP CONSTRAINT append_account_kind;
  -- wider: one kind more
  ALTER TABLE append_account ADD CONSTRAINT append_account_kind CHECK (
    kind IN ('merchant', 'reserve', 'fees', 'bank', 'float', 'suspense', 'clearing', 'provider_cost', 'reversals_receivable')) NOT VALID;
  INSERT INTO append_account (number, kind, owner_id, ledger) OVERRIDING SYSTEM VALUE
  SELECT 6, 'reversals_receivable', '', ledger FROM ledger ON CONFLICT DO NOTHING`;

/** The version before reads no such line; its file is read again by this one. */
const statusOfLines = `
  ALTER TABLE statement_line DROP CONSTRAINT IF EXISTS statement_line_status_check;
  -- wider: one status more
  ALTER TABLE statement_line ADD CONSTRAINT statement_line_status_check CHECK (status IN ('succeeded', 'failed', 'reversed')) NOT VALID`;

/** The proposals of the statement of a day. Where they are too many, nothing of the day is booked before somebody else has released it. */
const days = `
  CREATE TABLE reversal_day (
    rail text COLLATE "C" NOT NULL,
    mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
    day date NOT NULL,
    proposed integer NOT NULL,
    -- the payments that the rail has collected on the day
    payments integer NOT NULL,
    waits boolean NOT NULL GENERATED ALWAYS AS (proposed > 10 AND proposed::bigint * 100 > payments) STORED,
    released_by text COLLATE "C",
    -- what was proposed later waits again
    released_at timestamptz,
    PRIMARY KEY (rail, mode, day),
    CONSTRAINT reversal_day_release CHECK ((released_by IS NULL) = (released_at IS NULL)))`;

const reversals = `
  CREATE TABLE reversal (
    reversal_id text COLLATE "C" PRIMARY KEY,
    charge_id text COLLATE "C" NOT NULL REFERENCES charge,
    intent_id text COLLATE "C" NOT NULL,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    rail text COLLATE "C" NOT NULL,
    -- what the rail has taken back
    amount bigint NOT NULL CHECK (amount > 0),
    source text COLLATE "C" NOT NULL CHECK (source IN ('statement', 'query', 'person')),
    -- names what the rail has reported, so that the same report proposes nothing twice
    report text COLLATE "C" NOT NULL,
    -- the words of the rail, or of the person who has proposed it
    said text NOT NULL,
    -- the day of the statement
    day date,
    state text COLLATE "C" NOT NULL DEFAULT 'proposed'
      CHECK (state IN ('proposed', 'confirmed', 'booked', 'returning', 'returned', 'dismissed')),
    proposed_by text COLLATE "C",
    confirmed_by text COLLATE "C",
    booked_by text COLLATE "C",
    return_asked_by text COLLATE "C",
    returned_by text COLLATE "C",
    dismissed_by text COLLATE "C",
    -- the shares of the amount: what the merchant bears, what of its fee is given back, and the rest
    merchant_amount bigint CHECK (merchant_amount >= 0),
    fee_amount bigint CHECK (fee_amount >= 0),
    receivable_amount bigint CHECK (receivable_amount >= 0),
    return_journal_id text COLLATE "C" UNIQUE,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    booked_at timestamptz,
    returned_at timestamptz,
    CONSTRAINT reversal_report UNIQUE (charge_id, source, report),
    CONSTRAINT reversal_proposer CHECK ((source = 'person') = (proposed_by IS NOT NULL)),
    CONSTRAINT reversal_day_of CHECK ((source = 'statement') = (day IS NOT NULL)),
    CONSTRAINT reversal_confirmed CHECK (state <> 'confirmed' OR confirmed_by IS NOT NULL),
    CONSTRAINT reversal_booked CHECK (
      (state IN ('booked', 'returning', 'returned')) = (booked_at IS NOT NULL)
      AND num_nulls(booked_by, booked_at, merchant_amount, fee_amount, receivable_amount) IN (0, 5)
      AND merchant_amount + fee_amount + receivable_amount = amount),
    CONSTRAINT reversal_returning CHECK (state <> 'returning' OR return_asked_by IS NOT NULL),
    CONSTRAINT reversal_returned CHECK (
      (state = 'returned') = (returned_at IS NOT NULL) AND num_nulls(returned_by, returned_at, return_journal_id) IN (0, 3)),
    CONSTRAINT reversal_dismissed CHECK ((state = 'dismissed') = (dismissed_by IS NOT NULL)));
  CREATE INDEX reversal_open ON reversal (created_at, reversal_id) WHERE state IN ('proposed', 'confirmed', 'returning');
  CREATE INDEX reversal_of_day ON reversal (rail, day) WHERE day IS NOT NULL;
  CREATE INDEX reversal_booked_on ON reversal (booked_at) WHERE booked_at IS NOT NULL;
  CREATE INDEX reversal_returned_on ON reversal (returned_at) WHERE returned_at IS NOT NULL`;

/**
 * Whatever code runs: reversals of a charge wait for each other, take no more than its rail has collected, and with its refunds its merchant
 * bears no more than the charge. A second person is another one.
 */
const guard = `
  CREATE FUNCTION guard_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; charged bigint; collected bigint; taken bigint;
  BEGIN
    IF TG_OP = 'DELETE' THEN
      RAISE EXCEPTION 'a reversal is never deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    SELECT c.amount, coalesce(o.suspended_amount, o.amount) INTO charged, collected
    FROM charge c JOIN rail_operation o ON o.operation_id = c.charge_id
    WHERE (c.charge_id, c.intent_id, c.merchant_id, c.ledger, o.rail) =
          (NEW.charge_id, NEW.intent_id, NEW.merchant_id, NEW.ledger, NEW.rail) AND c.state = 'succeeded'
    FOR NO KEY UPDATE OF c;
    IF TG_OP = 'INSERT' THEN
      SELECT coalesce(sum(amount), 0) INTO taken FROM reversal
      WHERE charge_id = NEW.charge_id AND state NOT IN ('dismissed', 'returned');
      IF NEW.state <> 'proposed' THEN fault := 'a reversal begins as proposed';
      ELSIF collected IS NULL THEN fault := 'a reversal is of a charge that a rail has collected';
      ELSIF taken + NEW.amount > collected THEN fault := 'reversals never exceed what the rail has collected';
      END IF;
    ELSIF (NEW.reversal_id, NEW.charge_id, NEW.intent_id, NEW.merchant_id, NEW.ledger, NEW.rail, NEW.amount, NEW.source, NEW.report,
           NEW.said, NEW.day, NEW.proposed_by, NEW.created_at) IS DISTINCT FROM
          (OLD.reversal_id, OLD.charge_id, OLD.intent_id, OLD.merchant_id, OLD.ledger, OLD.rail, OLD.amount, OLD.source, OLD.report,
           OLD.said, OLD.day, OLD.proposed_by, OLD.created_at) THEN fault := 'what is reversed never changes';
    ELSIF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('proposed', 'confirmed'), ('proposed', 'booked'),
          ('proposed', 'dismissed'), ('confirmed', 'booked'), ('confirmed', 'dismissed'), ('booked', 'returning'), ('booked', 'returned'),
          ('returning', 'booked'), ('returning', 'returned')) THEN
      fault := format('a reversal does not move from %s to %s', OLD.state, NEW.state);
    ELSIF OLD.booked_at IS NOT NULL AND (NEW.booked_by, NEW.booked_at, NEW.merchant_amount, NEW.fee_amount, NEW.receivable_amount)
          IS DISTINCT FROM (OLD.booked_by, OLD.booked_at, OLD.merchant_amount, OLD.fee_amount, OLD.receivable_amount) THEN
      fault := 'what is booked never changes';
    ELSIF OLD.state IN ('returned', 'dismissed') AND NEW.* IS DISTINCT FROM OLD.* THEN fault := 'a reversal ends once';
    ELSIF OLD.state = 'confirmed' AND NEW.confirmed_by IS DISTINCT FROM OLD.confirmed_by
       OR OLD.state = 'confirmed' AND NEW.state = 'booked' AND NEW.booked_by = OLD.confirmed_by
       OR OLD.state = 'returning' AND NEW.state = 'returned' AND NEW.returned_by = OLD.return_asked_by THEN
      fault := 'the second person is another one';
    ELSIF NEW.state = 'booked' AND OLD.booked_at IS NULL THEN
      SELECT coalesce((SELECT sum(amount) FROM refund WHERE intent_id = NEW.intent_id AND state <> 'failed'), 0)
        + coalesce((SELECT sum(merchant_amount + fee_amount) FROM reversal
          WHERE charge_id = NEW.charge_id AND reversal_id <> NEW.reversal_id AND state IN ('booked', 'returning')), 0) INTO taken;
      IF taken + NEW.merchant_amount + NEW.fee_amount > charged THEN fault := 'refunds and reversals never exceed their charge';
      ELSIF EXISTS (SELECT FROM reversal_day d
        WHERE (d.rail, d.mode, d.day) = (NEW.rail, CASE WHEN NEW.ledger > 999 THEN 'test' ELSE 'live' END, NEW.day) AND d.waits
          AND (d.released_at > NEW.created_at AND d.released_by <> NEW.booked_by) IS NOT TRUE) THEN
        fault := 'the reversals of the day wait for another person';
      END IF;
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_reversal BEFORE INSERT OR UPDATE OR DELETE ON reversal FOR EACH ROW EXECUTE FUNCTION guard_reversal()`;

/** The legs of a reversal are its shares, into the float that has lost the money; those of its return are the same the other way. */
const postedGuard = `
  CREATE FUNCTION check_reversal_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM reversal v
      JOIN append_account f ON (f.owner_id, f.kind, f.ledger) = (v.rail, 'float', v.ledger)
      JOIN append_account m ON (m.owner_id, m.kind, m.ledger) = (v.merchant_id, 'merchant', v.ledger)
      CROSS JOIN LATERAL (SELECT
        CASE NEW.leg WHEN 1 THEN m.account_id WHEN 2 THEN -(20000 + v.ledger)::bigint WHEN 3 THEN -(60000 + v.ledger)::bigint END AS bearer,
        CASE NEW.leg WHEN 1 THEN v.merchant_amount WHEN 2 THEN v.fee_amount WHEN 3 THEN v.receivable_amount END AS share) AS leg
      WHERE NEW.amount = leg.share AND (
        v.reversal_id = NEW.journal_id AND (NEW.debit_id, NEW.credit_id) = (leg.bearer, f.account_id) AND v.booked_at IS NOT NULL
        OR v.return_journal_id = NEW.journal_id AND (NEW.debit_id, NEW.credit_id) = (f.account_id, leg.bearer) AND v.state = 'returned'))
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its reversal' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER reversal_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (starts_with(NEW.journal_id, 'rv_')) EXECUTE FUNCTION check_reversal_transfer()`;

/** After guard_refund, which has locked the charge: triggers run in the order of their names. */
const refundGuard = `
  CREATE FUNCTION guard_refund_of_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE charged bigint; taken bigint;
  BEGIN
    SELECT amount INTO charged FROM charge WHERE charge_id = NEW.charge_id;
    SELECT coalesce((SELECT sum(amount) FROM refund WHERE intent_id = NEW.intent_id AND state <> 'failed'), 0)
      + sum(merchant_amount + fee_amount) INTO taken
    FROM reversal WHERE charge_id = NEW.charge_id AND state IN ('booked', 'returning');
    IF taken + NEW.amount > charged THEN
      RAISE EXCEPTION 'refunds and reversals never exceed their charge' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER refund_leaves_reversals BEFORE INSERT ON refund FOR EACH ROW EXECUTE FUNCTION guard_refund_of_reversed()`;

const causesOfReversals = `
    UNION ALL
    SELECT reversal_id, amount, ledger FROM reversal WHERE booked_at IS NOT NULL
    UNION ALL
    SELECT return_journal_id, amount, ledger FROM reversal WHERE returned_at IS NOT NULL`;

export const causesWithReversals = `${causesWithCorrections}${causesOfReversals}`;

/** Breaches of what must hold between reversals, refunds and charges. ledger_violation has them, too. */
const reversalViolations = `
  CREATE VIEW reversal_violation AS
  SELECT 'reversals_exceed_collection' AS rule, o.operation_id AS subject
  FROM rail_operation o
  JOIN (SELECT charge_id, sum(amount) AS amount FROM reversal WHERE state NOT IN ('dismissed', 'returned') GROUP BY charge_id) v
    ON v.charge_id = o.operation_id
  WHERE v.amount > coalesce(o.suspended_amount, o.amount)
  UNION ALL
  SELECT 'charge_is_given_back_twice', c.charge_id
  FROM charge c
  JOIN (SELECT charge_id, sum(merchant_amount + fee_amount) AS amount FROM reversal WHERE state IN ('booked', 'returning') GROUP BY charge_id) v
    USING (charge_id)
  WHERE v.amount + coalesce((SELECT sum(r.amount) FROM refund r WHERE r.charge_id = c.charge_id AND r.state <> 'failed'), 0) > c.amount
  UNION ALL
  SELECT 'reversal_by_one_person', reversal_id
  FROM reversal v
  WHERE booked_by IS NOT NULL AND booked_by = confirmed_by OR returned_by IS NOT NULL AND returned_by = return_asked_by`;

export const rulesOfReversals = `
  UNION ALL
  SELECT rule, subject FROM reversal_violation`;
