import type { MigrationInterface, QueryRunner } from 'typeorm';
import { causesOfJournals, ledgerViolations, refundViolations } from '../1795660000000-create-refunds.js';

/** Payouts, the destinations to which they may go, and their schedules: docs/adr/0062-payouts.md. */
export class CreatePayouts1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      operations,
      destinations,
      destinationGuard,
      payouts,
      payoutGuard,
      postedGuard,
      schedules,
      lookups,
      payoutViolations,
      ledgerViolations(causesWithPayouts, rulesOfPayouts),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW ledger_violation, refund_violation, payout_violation');
    await runner.query(refundViolations);
    await runner.query(ledgerViolations());
    await runner.query(`
      DROP TRIGGER payout_is_posted ON transfer;
      DROP TABLE owner_lookup, payout_schedule, payout, payout_destination;
      DROP FUNCTION guard_payout(), guard_payout_destination(), check_payout_transfer();
      ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_intent;
      ALTER TABLE rail_operation ALTER COLUMN intent_id SET NOT NULL;
      ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind;
      ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind CHECK (kind IN ('collect', 'refund')) NOT VALID`);
  }
}

/** A payout is of no intent. */
const operations = `
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind;
  -- wider: payouts, too
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind CHECK (kind IN ('collect', 'refund', 'payout')) NOT VALID;
  ALTER TABLE rail_operation ALTER COLUMN intent_id DROP NOT NULL;
  -- wider: it was required of every operation
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent CHECK ((kind = 'payout') = (intent_id IS NULL)) NOT VALID`;

/** Ledgers of test mode are those above 999: there a destination is usable at once. */
const destinations = `
  CREATE TABLE payout_destination (
    destination_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    rail text COLLATE "C" NOT NULL,
    -- sealed
    phone text COLLATE "C" NOT NULL,
    phone_masked text COLLATE "C" NOT NULL,
    label text NOT NULL,
    -- the owner who registered it; null for an operator
    actor text COLLATE "C",
    key_hash text COLLATE "C",
    body_hash text COLLATE "C",
    usable_at timestamptz NOT NULL,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT payout_destination_waits CHECK (ledger > 999 OR usable_at >= created_at + interval '48 hours'));
  CREATE UNIQUE INDEX payout_destination_key ON payout_destination (merchant_id, (ledger > 999), key_hash) WHERE key_hash IS NOT NULL;
  CREATE INDEX payout_destination_of_merchant ON payout_destination (merchant_id, destination_id)`;

export const destinationGuard = `
  CREATE FUNCTION guard_payout_destination() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a destination is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.created_at < statement_timestamp() - interval '1 minute' THEN fault := 'a destination is registered now'; END IF;
    ELSIF (NEW.destination_id, NEW.merchant_id, NEW.ledger, NEW.rail, NEW.phone_masked, NEW.label, NEW.actor, NEW.key_hash,
           NEW.body_hash, NEW.usable_at, NEW.created_at) IS DISTINCT FROM
          (OLD.destination_id, OLD.merchant_id, OLD.ledger, OLD.rail, OLD.phone_masked, OLD.label, OLD.actor, OLD.key_hash,
           OLD.body_hash, OLD.usable_at, OLD.created_at) THEN fault := 'a destination never changes';
    ELSIF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
      fault := 'a revoked destination stays revoked';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_payout_destination BEFORE INSERT OR UPDATE OR DELETE ON payout_destination
    FOR EACH ROW EXECUTE FUNCTION guard_payout_destination()`;

const payouts = `
  CREATE TABLE payout (
    payout_id text COLLATE "C" PRIMARY KEY,
    destination_id text COLLATE "C" NOT NULL REFERENCES payout_destination,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    rail text COLLATE "C" NOT NULL,
    -- what leaves the balance, the fee included
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL,
    source text COLLATE "C" NOT NULL CHECK (source IN ('request', 'schedule')),
    reason text,
    -- the merchant's JSON text, byte for byte
    metadata text NOT NULL,
    -- the member or the key that requested it; null for the schedule and for an operator
    actor text COLLATE "C",
    -- of a schedule: its day
    key_hash text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'completed', 'failed', 'canceled')),
    failure_code text COLLATE "C",
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CONSTRAINT payout_fee CHECK (fee >= 0 AND fee < amount),
    CONSTRAINT payout_end CHECK ((state = 'pending') = (ended_at IS NULL)),
    CONSTRAINT payout_failure CHECK ((state = 'failed') = (failure_code IS NOT NULL)));
  CREATE UNIQUE INDEX payout_key ON payout (merchant_id, (ledger > 999), key_hash);
  CREATE INDEX payout_of_merchant ON payout (merchant_id, payout_id);
  CREATE INDEX payout_pending ON payout (destination_id) WHERE state = 'pending'`;

/**
 * Money goes only to a destination of the merchant itself, in the same mode, that is usable now, whatever code runs. The lock keeps the
 * destination from being revoked until the payout commits.
 */
const payoutGuard = `
  CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; destination payout_destination;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a payout is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      SELECT * INTO destination FROM payout_destination WHERE destination_id = NEW.destination_id FOR SHARE;
      IF NEW.state <> 'pending' THEN fault := 'a payout begins as pending';
      ELSIF (destination.merchant_id, destination.ledger, destination.rail) IS DISTINCT FROM (NEW.merchant_id, NEW.ledger, NEW.rail) THEN
        fault := 'a payout goes to a destination of its merchant and mode';
      ELSIF destination.revoked_at IS NOT NULL THEN fault := 'no payout goes to a revoked destination';
      ELSIF destination.usable_at > least(NEW.created_at, clock_timestamp()) THEN fault := 'no payout goes to a destination that waits';
      END IF;
    ELSIF (NEW.payout_id, NEW.destination_id, NEW.merchant_id, NEW.ledger, NEW.rail, NEW.amount, NEW.fee, NEW.source, NEW.reason,
           NEW.metadata, NEW.actor, NEW.key_hash, NEW.body_hash, NEW.created_at) IS DISTINCT FROM
          (OLD.payout_id, OLD.destination_id, OLD.merchant_id, OLD.ledger, OLD.rail, OLD.amount, OLD.fee, OLD.source, OLD.reason,
           OLD.metadata, OLD.actor, OLD.key_hash, OLD.body_hash, OLD.created_at) THEN fault := 'what is paid out never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a payout ends once';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_payout BEFORE INSERT OR UPDATE OR DELETE ON payout FOR EACH ROW EXECUTE FUNCTION guard_payout()`;

/** The journal of a payout debits its merchant: leg 1 by what arrives, leg 2 by the fee. */
const postedGuard = `
  CREATE FUNCTION check_payout_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM payout p JOIN append_account a ON a.account_id = NEW.debit_id
        AND (a.owner_id, a.kind, a.ledger) = (p.merchant_id, 'merchant', p.ledger)
        WHERE p.payout_id = NEW.journal_id AND p.state = 'completed'
          AND NEW.amount = CASE NEW.leg WHEN 1 THEN p.amount - p.fee WHEN 2 THEN p.fee END)
      AND EXISTS (SELECT FROM append_account WHERE account_id = NEW.credit_id)
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its payout' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER payout_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (starts_with(NEW.journal_id, 'po_')) EXECUTE FUNCTION check_payout_transfer()`;

const schedules = `
  CREATE TABLE payout_schedule (
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    frequency text COLLATE "C" NOT NULL DEFAULT 'off' CHECK (frequency IN ('off', 'daily', 'weekly', 'amount')),
    -- of ISO 8601
    weekday smallint NOT NULL DEFAULT 1 CHECK (weekday BETWEEN 1 AND 7),
    destination_id text COLLATE "C" REFERENCES payout_destination,
    minimum bigint NOT NULL DEFAULT 0 CHECK (minimum >= 0),
    reserve bigint NOT NULL DEFAULT 0 CHECK (reserve >= 0),
    -- the last day of Africa/Douala for which it was done
    done_for date,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (merchant_id, ledger),
    CONSTRAINT payout_schedule_destination CHECK (frequency = 'off' OR destination_id IS NOT NULL));
  CREATE INDEX payout_schedule_on ON payout_schedule (merchant_id, ledger) WHERE frequency <> 'off'`;

const lookups = `
  CREATE TABLE owner_lookup (
    merchant_id text COLLATE "C" NOT NULL,
    test_mode boolean NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (merchant_id, test_mode, day))`;

/** Breaches of what must hold between payouts, destinations, holds and transfers. ledger_violation has them, too. */
export const payoutViolations = `
  CREATE VIEW payout_violation AS
  SELECT 'hold_is_not_its_payout' AS rule, coalesce(h.hold_id, p.payout_id) AS subject
  FROM (SELECT * FROM hold WHERE starts_with(hold_id, 'po_')) h FULL JOIN payout p ON p.payout_id = h.hold_id
  WHERE (h.amount = p.amount
    AND (h.state, p.state) IN (('pending', 'pending'), ('posted', 'completed'), ('voided', 'failed'), ('voided', 'canceled'))) IS NOT TRUE
  UNION ALL
  SELECT 'operation_is_not_its_payout', coalesce(o.operation_id, p.payout_id)
  FROM (SELECT * FROM rail_operation WHERE kind = 'payout') o FULL JOIN payout p ON p.payout_id = o.operation_id
  WHERE (o.amount = p.amount - p.fee AND o.ledger = p.ledger AND o.rail = p.rail AND o.merchant_id = p.merchant_id
    AND CASE p.state WHEN 'pending' THEN o.ended_at IS NULL WHEN 'completed' THEN o.state = 'succeeded' ELSE o.state = 'declined' END) IS NOT TRUE
  UNION ALL
  SELECT 'payout_went_elsewhere', payout_id
  FROM payout p JOIN payout_destination d USING (destination_id)
  WHERE (d.merchant_id, d.ledger, d.rail) <> (p.merchant_id, p.ledger, p.rail)
    OR p.created_at < d.usable_at OR p.created_at > coalesce(d.revoked_at, 'infinity');

  CREATE OR REPLACE VIEW refund_violation AS
  SELECT 'refunds_exceed_charge' AS rule, c.charge_id AS subject
  FROM charge c JOIN (SELECT charge_id, sum(amount) AS amount FROM refund WHERE state <> 'failed' GROUP BY charge_id) r USING (charge_id)
  WHERE r.amount > c.amount
  UNION ALL
  SELECT 'hold_is_not_its_refund', coalesce(h.hold_id, r.refund_id)
  FROM (SELECT * FROM hold WHERE NOT starts_with(hold_id, 'po_')) h
  FULL JOIN (SELECT refund_id, amount, state FROM refund WHERE method = 'mobile_money') r ON r.refund_id = h.hold_id
  WHERE (h.amount = r.amount AND (h.state, r.state) IN (('pending', 'pending'), ('posted', 'completed'), ('voided', 'failed'))) IS NOT TRUE
  UNION ALL
  SELECT 'pending_debits_are_not_holds', account_id::text
  FROM append_account a LEFT JOIN (SELECT debit_id, sum(amount) AS held FROM hold WHERE state = 'pending' GROUP BY debit_id) h
    ON h.debit_id = a.account_id
  WHERE a.pending_debits <> coalesce(h.held, 0);`;

export const causesWithPayouts = `${causesOfJournals}
    UNION ALL
    SELECT payout_id, amount, ledger FROM payout WHERE state = 'completed'`;

export const rulesOfPayouts = `
  UNION ALL
  SELECT rule, subject FROM payout_violation`;
