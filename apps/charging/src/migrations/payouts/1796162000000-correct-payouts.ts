import type { MigrationInterface, QueryRunner } from 'typeorm';
import { causesWithPayouts } from './1796000000000-create-payouts.js';

/** Movements by which people settle a payout of which the rail had paid another amount: docs/adr/0062-payouts.md. */
export class CorrectPayouts1796162000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(corrections);
    await runner.query(guard);
    await runner.query(`CREATE OR REPLACE VIEW journal_cause AS ${causesWithCorrections}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE OR REPLACE VIEW journal_cause AS ${causes}`);
    await runner.query('DROP TABLE payout_correction; DROP FUNCTION guard_payout_correction()');
  }
}

const corrections = `
  CREATE TABLE payout_correction (
    payout_id text COLLATE "C" PRIMARY KEY REFERENCES payout,
    journal_id text COLLATE "C" NOT NULL UNIQUE,
    ledger smallint NOT NULL REFERENCES ledger,
    -- of a completed payout: the rest, which people have paid; of a failed one: what the rail had paid and has returned
    amount bigint NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TRIGGER payout_correction_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_correction
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE payout_correction ENABLE ALWAYS TRIGGER payout_correction_stays`;

const guard = `
  CREATE FUNCTION guard_payout_correction() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM rail_operation o WHERE o.operation_id = NEW.payout_id AND o.kind = 'payout' AND o.ledger = NEW.ledger
      AND NEW.amount > 0
      AND NEW.amount = CASE o.state WHEN 'succeeded' THEN o.amount - o.suspended_amount WHEN 'declined' THEN o.suspended_amount END)
    THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'a correction is not that of its payout' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE TRIGGER guard_payout_correction BEFORE INSERT ON payout_correction
    FOR EACH ROW EXECUTE FUNCTION guard_payout_correction()`;

const causes = `${causesWithPayouts}
    UNION ALL
    SELECT transfer_id, amount, ledger FROM float_transfer`;

const causeOfCorrection = `
    UNION ALL
    SELECT journal_id, amount, ledger FROM payout_correction`;

export const causesWithCorrections = `${causes}${causeOfCorrection}`;
