/** Guards of holds and payouts, by row as they were, and by statement. */

const raise = `IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;`;

const KIND_OF_ID = `CASE WHEN starts_with(NEW.hold_id, 'po_') THEN 'payout' ELSE 'refund' END`;

/** The sum of the pending holds of an account is in its row, which whoever debits the account has locked. `counts`: each row counts itself. */
const guardHold = (counts: boolean): string => `
  CREATE OR REPLACE FUNCTION guard_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; change bigint := 0;
  BEGIN
    IF TG_OP <> 'DELETE' THEN NEW.kind := coalesce(NEW.kind, ${KIND_OF_ID}); END IF;
    IF TG_OP = 'DELETE' THEN fault := 'a hold is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'pending' THEN fault := 'a hold begins as pending'; END IF;
      ${counts ? `IF NOT EXISTS (SELECT FROM append_account WHERE account_id = NEW.credit_id) THEN fault := 'a hold is for an account'; END IF;` : ''}
      change := NEW.amount;
    ELSIF OLD.kind IS NULL AND to_jsonb(NEW.*) - 'kind' = to_jsonb(OLD.*) - 'kind' THEN change := 0;
    ELSIF NEW.kind <> OLD.kind THEN fault := 'what is held never changes';
    ELSIF (NEW.hold_id, NEW.debit_id, NEW.credit_id, NEW.amount, NEW.ledger) IS DISTINCT FROM
          (OLD.hold_id, OLD.debit_id, OLD.credit_id, OLD.amount, OLD.ledger) THEN fault := 'what is held never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a hold ends once';
    ELSIF NEW.state <> 'pending' THEN change := -NEW.amount;
    END IF;
    ${
      counts
        ? `IF fault IS NULL AND change <> 0 THEN
      UPDATE append_account SET pending_debits = pending_debits + change WHERE account_id = NEW.debit_id;
      IF NOT FOUND THEN fault := 'a hold debits an account'; END IF;
    END IF;`
        : ''
    }
    ${raise}
    RETURN NEW;
  END $$`;

/** All rows of a statement count at once: thousands of changes of one row in a transaction would each walk past the ones before. */
const countHolds = `
  CREATE FUNCTION count_new_holds() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; accounts integer;
  BEGIN
    UPDATE append_account a SET pending_debits = pending_debits + held.amount
    FROM (SELECT debit_id, sum(amount) AS amount FROM begun GROUP BY debit_id) AS held WHERE a.account_id = held.debit_id;
    GET DIAGNOSTICS accounts = ROW_COUNT;
    IF accounts <> (SELECT count(DISTINCT debit_id) FROM begun) THEN fault := 'a hold debits an account';
    ELSIF EXISTS (SELECT FROM (SELECT DISTINCT credit_id FROM begun) AS credited
        WHERE NOT EXISTS (SELECT FROM append_account a WHERE a.account_id = credited.credit_id)) THEN fault := 'a hold is for an account';
    END IF;
    ${raise}
    RETURN NULL;
  END $$;
  CREATE FUNCTION count_ended_holds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- no join of the two: its plan is kept from a statement of one row
    UPDATE append_account a SET pending_debits = pending_debits + moved.amount
    FROM (SELECT debit_id, sum(amount) AS amount FROM (
        SELECT debit_id, amount FROM after WHERE state = 'pending'
        UNION ALL SELECT debit_id, -amount FROM before WHERE state = 'pending') AS sides
      GROUP BY debit_id HAVING sum(amount) <> 0) AS moved
    WHERE a.account_id = moved.debit_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_new_holds AFTER INSERT ON hold REFERENCING NEW TABLE AS begun
    FOR EACH STATEMENT EXECUTE FUNCTION count_new_holds();
  CREATE TRIGGER count_ended_holds AFTER UPDATE ON hold REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION count_ended_holds()`;

export const guardOfHolds = `${guardHold(false)}; ${countHolds}`;
export const guardOfHoldsByRow = `
  DROP TRIGGER count_new_holds ON hold;
  DROP TRIGGER count_ended_holds ON hold;
  DROP FUNCTION count_new_holds(), count_ended_holds();
  ${guardHold(true)}`;

const NEW_PAYOUT = `
    ELSIF TG_OP = 'INSERT' THEN
      SELECT * INTO destination FROM payout_destination WHERE destination_id = NEW.destination_id FOR SHARE;
      IF NEW.state <> 'pending' THEN fault := 'a payout begins as pending';
      ELSIF (destination.merchant_id, destination.ledger, destination.rail) IS DISTINCT FROM (NEW.merchant_id, NEW.ledger, NEW.rail) THEN
        fault := 'a payout goes to a destination of its merchant and mode';
      ELSIF destination.revoked_at IS NOT NULL THEN fault := 'no payout goes to a revoked destination';
      ELSIF destination.usable_at > least(NEW.created_at, clock_timestamp()) THEN fault := 'no payout goes to a destination that waits';
      END IF;`;

const guardPayout = (ofNew: string): string => `
  CREATE OR REPLACE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; destination payout_destination;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a payout is never deleted';${ofNew}
    ELSIF (NEW.payout_id, NEW.destination_id, NEW.merchant_id, NEW.ledger, NEW.rail, NEW.amount, NEW.fee, NEW.source, NEW.reason,
           NEW.metadata, NEW.actor, NEW.key_hash, NEW.body_hash, NEW.created_at) IS DISTINCT FROM
          (OLD.payout_id, OLD.destination_id, OLD.merchant_id, OLD.ledger, OLD.rail, OLD.amount, OLD.fee, OLD.source, OLD.reason,
           OLD.metadata, OLD.actor, OLD.key_hash, OLD.body_hash, OLD.created_at) THEN fault := 'what is paid out never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a payout ends once';
    END IF;
    ${raise}
    RETURN NEW;
  END $$`;

/**
 * Money goes only to a destination of the merchant itself, in the same mode: to a recipient by its approved batch alone, which waits to send,
 * and to another one that is usable now. The lock keeps the destination from being revoked until the payout commits.
 */
const guardNewPayouts = `
  CREATE FUNCTION guard_new_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    PERFORM FROM payout_destination d WHERE d.destination_id IN (SELECT destination_id FROM begun) ORDER BY d.destination_id FOR SHARE;
    SELECT judged.fault INTO fault FROM (
      SELECT CASE
        WHEN p.state <> 'pending' THEN 'a payout begins as pending'
        WHEN (d.merchant_id, d.ledger, d.rail) IS DISTINCT FROM (p.merchant_id, p.ledger, p.rail) THEN
          'a payout goes to a destination of its merchant and mode'
        WHEN d.revoked_at IS NOT NULL THEN 'no payout goes to a revoked destination'
        WHEN (d.kind = 'recipient') <> (p.source = 'batch') THEN 'only a batch pays a recipient'
        WHEN p.source <> 'batch' AND d.usable_at > least(p.created_at, clock_timestamp()) THEN
          'no payout goes to a destination that waits'
        WHEN p.source = 'batch' AND (b.merchant_id, b.ledger, b.state, r.state, r.destination_id, r.amount + r.fee, r.fee)
          IS DISTINCT FROM (p.merchant_id, p.ledger, 'processing', 'placed', p.destination_id, p.amount, p.fee) THEN
          'a batch pays the rows that were approved'
      END AS fault
      FROM begun p LEFT JOIN payout_destination d USING (destination_id)
        LEFT JOIN payout_batch_row r ON r.payout_id = p.payout_id LEFT JOIN payout_batch b ON b.batch_id = r.batch_id) AS judged
    WHERE judged.fault IS NOT NULL LIMIT 1;
    ${raise}
    RETURN NULL;
  END $$;
  DROP TRIGGER payout_begins ON payout;
  CREATE TRIGGER payout_stays BEFORE DELETE ON payout FOR EACH ROW EXECUTE FUNCTION guard_payout();
  CREATE TRIGGER payout_begins AFTER INSERT ON payout REFERENCING NEW TABLE AS begun
    FOR EACH STATEMENT EXECUTE FUNCTION guard_new_payouts()`;

export const guardOfPayouts = `${guardPayout('')}; ${guardNewPayouts}`;
export const guardOfPayoutsByRow = `
  ${guardPayout(NEW_PAYOUT)};
  DROP TRIGGER payout_begins ON payout;
  DROP TRIGGER payout_stays ON payout;
  DROP FUNCTION guard_new_payouts();
  CREATE TRIGGER payout_begins BEFORE INSERT OR DELETE ON payout FOR EACH ROW EXECUTE FUNCTION guard_payout()`;
