import type { MigrationInterface, QueryRunner } from 'typeorm';
import { payoutViolations } from '../payouts/1796000000000-create-payouts.js';

/**
 * The use of money that is held, which only the letters of its id told before. The version before writes none: the guard fills it. Once no
 * version before this one runs, a later release takes that out of the guard.
 */
export class TellKindsOfHolds1796271000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hold ADD COLUMN kind text COLLATE "C";
      -- wider: rows have one of the two, and the guard fills it for the version before
      ALTER TABLE hold ADD CONSTRAINT hold_kind CHECK (kind IS NOT NULL AND kind IN ('refund', 'payout')) NOT VALID`);
    await runner.query(guard(KIND_FILLED, KIND_STAYS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(guard());
    await runner.query('ALTER TABLE hold DROP COLUMN kind');
  }
}

/** The kind of a hold of the version before. */
export const KIND_OF_ID = `CASE WHEN starts_with(hold_id, 'po_') THEN 'payout' ELSE 'refund' END`;

/** Breaches of what must hold between holds and what they are for. No view keeps a column of holds that it does not name. */
export const violationsByLetters = payoutViolations
  .replace('CREATE VIEW', 'CREATE OR REPLACE VIEW')
  .replaceAll('SELECT * FROM hold', 'SELECT hold_id, amount, state FROM hold');
export const violationsByKind = violationsByLetters.replaceAll(`starts_with(hold_id, 'po_')`, `(kind = 'payout')`);

const KIND_FILLED = `IF TG_OP <> 'DELETE' THEN NEW.kind := coalesce(NEW.kind, ${KIND_OF_ID.replace('hold_id', 'NEW.hold_id')}); END IF;`;
/** Filling the kind of a row of before changes nothing else, in whatever state it is. */
const KIND_STAYS = `
    ELSIF OLD.kind IS NULL AND to_jsonb(NEW.*) - 'kind' = to_jsonb(OLD.*) - 'kind' THEN change := 0;
    ELSIF NEW.kind <> OLD.kind THEN fault := 'what is held never changes';`;

/** The sum of the pending holds of an account is in its row, which whoever debits the account has locked. */
const guard = (filled = '', stays = ''): string => `
  CREATE OR REPLACE FUNCTION guard_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text; change bigint := 0;
  BEGIN
    ${filled}
    IF TG_OP = 'DELETE' THEN fault := 'a hold is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'pending' THEN fault := 'a hold begins as pending'; END IF;
      IF NOT EXISTS (SELECT FROM append_account WHERE account_id = NEW.credit_id) THEN fault := 'a hold is for an account'; END IF;
      change := NEW.amount;${stays}
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
  END $$`;
