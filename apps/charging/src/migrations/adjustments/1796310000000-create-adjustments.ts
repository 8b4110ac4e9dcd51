import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ledgerViolations } from '../1795660000000-create-refunds.js';
import { rulesOfPayouts } from '../payouts/1796000000000-create-payouts.js';
import { causesWithReversals, rulesOfReversals } from '../reversals/1796290000000-create-reversals.js';

const CAUSES = 'SELECT journal_id, amount, ledger FROM journal_cause';
const RULES = `${rulesOfPayouts}${rulesOfReversals}`;

/** Sums that people correct: docs/adr/0089-adjustments.md. */
export class CreateAdjustments1796310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      account,
      adjustments,
      transferGuard,
      `CREATE OR REPLACE VIEW journal_cause AS ${causesWithReversals}${causesOfAdjustments}`,
      adjustmentViolations,
      ledgerViolations(CAUSES, `${RULES}${rulesOfAdjustments}`),
    ])
      await runner.query(statement);
  }

  /** The account stays, as all accounts do. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ledgerViolations(CAUSES, RULES));
    await runner.query(`CREATE OR REPLACE VIEW journal_cause AS ${causesWithReversals}`);
    await runner.query(`
      DROP VIEW adjustment_violation;
      DROP TRIGGER adjustment_is_posted ON transfer;
      DROP TABLE adjustment;
      DROP FUNCTION check_adjustment_transfer(), check_adjustment_posted()`);
  }
}

/** The other side of what people have corrected. */
const account = `
  ALTER TABLE append_account DROP CONSTRAINT append_account_kind;
  -- wider: one kind more
  ALTER TABLE append_account ADD CONSTRAINT append_account_kind CHECK (
    kind IN ('merchant', 'reserve', 'fees', 'bank', 'float', 'suspense', 'clearing', 'provider_cost', 'reversals_receivable',
      'adjustments')) NOT VALID;
  INSERT INTO append_account (number, kind, owner_id, ledger) OVERRIDING SYSTEM VALUE
  SELECT 7, 'adjustments', '', ledger FROM ledger ON CONFLICT DO NOTHING`;

/** Persons are those whose proofs auth has used up. Who needs nobody, or runs alone, says so in its configuration, and each row has what it said. */
const adjustments = `
  CREATE TABLE adjustment (
    adjustment_id text COLLATE "C" PRIMARY KEY,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    -- credit raises the balance
    direction text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
    amount bigint NOT NULL CHECK (amount > 0),
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    -- the paper
    reference text COLLATE "C" NOT NULL CHECK (length(reference) BETWEEN 1 AND 64),
    first_person text COLLATE "C",
    second_person text COLLATE "C",
    persons_needed smallint NOT NULL CHECK (persons_needed BETWEEN 0 AND 2),
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT adjustment_reference UNIQUE (merchant_id, ledger, reference),
    CONSTRAINT adjustment_persons CHECK (
      num_nonnulls(first_person, second_person) >= persons_needed AND (first_person IS NOT NULL OR second_person IS NULL)
      AND (first_person <> second_person) IS NOT FALSE));
  CREATE TRIGGER adjustment_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON adjustment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE adjustment ENABLE ALWAYS TRIGGER adjustment_stays;

  CREATE FUNCTION check_adjustment_posted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM transfer t WHERE t.journal_id = NEW.adjustment_id) THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'an adjustment is posted with its row' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER adjustment_has_transfer AFTER INSERT ON adjustment DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_adjustment_posted()`;

/** Whatever code runs: nothing but an adjustment moves money of the account of adjustments, and it moves nothing else. */
const transferGuard = `
  CREATE FUNCTION check_adjustment_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM adjustment j
      JOIN append_account m ON (m.owner_id, m.kind, m.ledger) = (j.merchant_id, 'merchant', j.ledger)
      WHERE j.adjustment_id = NEW.journal_id AND (NEW.leg, NEW.amount, NEW.ledger) = (1, j.amount, j.ledger)
        AND (NEW.debit_id, NEW.credit_id) = (
          CASE j.direction WHEN 'debit' THEN m.account_id ELSE -(70000 + j.ledger)::bigint END,
          CASE j.direction WHEN 'debit' THEN -(70000 + j.ledger)::bigint ELSE m.account_id END))
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its adjustment' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER adjustment_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (starts_with(NEW.journal_id, 'adj_') OR -(70000 + NEW.ledger) IN (NEW.debit_id, NEW.credit_id))
    EXECUTE FUNCTION check_adjustment_transfer()`;

export const causesOfAdjustments = `
    UNION ALL
    SELECT adjustment_id, amount, ledger FROM adjustment`;

/** Breaches of what must hold of adjustments. ledger_violation has them, too. */
const adjustmentViolations = `
  CREATE VIEW adjustment_violation AS
  SELECT 'adjustment_by_too_few_persons' AS rule, adjustment_id AS subject
  FROM adjustment
  WHERE persons_needed > (SELECT count(DISTINCT person) FROM (VALUES (first_person), (second_person)) AS p (person))
    OR first_person = second_person
  UNION ALL
  SELECT 'adjustments_are_not_their_account', ledger::text
  FROM account_balance b
  LEFT JOIN (
    SELECT ledger, sum(CASE direction WHEN 'debit' THEN amount ELSE -amount END) AS amount FROM adjustment GROUP BY ledger) j USING (ledger)
  WHERE b.kind = 'adjustments' AND b.balance <> coalesce(j.amount, 0)`;

export const rulesOfAdjustments = `
  UNION ALL
  SELECT rule, subject FROM adjustment_violation`;
