import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ledgerViolations } from '../1795660000000-create-refunds.js';
import { violationsByKind } from '../rooms/1796271000000-tell-kinds-of-holds.js';
import { CAUSES, rulesOfWallets } from '../wallets/1796330003000-empty-wallets.js';
import { batchViolations, payoutViolationsWithBatches, rulesOfBatches } from './batch-violations.js';
import { guardOfHolds, guardOfHoldsByRow, guardOfPayouts, guardOfPayoutsByRow } from './statement-guards.js';

/**
 * Payouts of batches are payouts: their guards, and those of holds, judge a statement as a whole, so that thousands of rows are placed as
 * one. The version before writes rows that pass both.
 */
export class PayInBatches1796420001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      sources(`'request', 'schedule', 'batch'`),
      `ALTER TABLE rail_operation ADD COLUMN is_bulk boolean NOT NULL DEFAULT false`,
      guardOfHolds,
      guardOfPayouts,
      sendGuard,
      payoutViolationsWithBatches,
      batchViolations,
      ledgerViolations(CAUSES, `${rulesOfWallets}${rulesOfBatches}`),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ledgerViolations(CAUSES, rulesOfWallets),
      'DROP VIEW payout_batch_violation',
      violationsBefore,
      'DROP TRIGGER payout_is_sent ON rail_operation; DROP FUNCTION check_sent_payout()',
      guardOfPayoutsByRow,
      guardOfHoldsByRow,
      'ALTER TABLE rail_operation DROP COLUMN is_bulk',
      sources(`'request', 'schedule'`),
    ])
      await runner.query(statement);
  }
}

/** No view keeps a column of operations that it does not name. */
const [violationsOfPayouts = ''] = violationsByKind.split('CREATE OR REPLACE VIEW refund_violation');
const violationsBefore = violationsOfPayouts.replace(
  'SELECT * FROM rail_operation',
  'SELECT operation_id, rail, merchant_id, ledger, amount, state, ended_at FROM rail_operation',
);

const sources = (known: string): string => `
  ALTER TABLE payout DROP CONSTRAINT payout_source_check;
  -- wider: batches, too
  ALTER TABLE payout ADD CONSTRAINT payout_source_check CHECK (source IN (${known})) NOT VALID`;

/** Nothing is sent to a recipient before the wait is over, and only what a batch has released. */
const sendGuard = `
  CREATE FUNCTION check_sent_payout() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM payout p JOIN payout_destination d USING (destination_id)
      WHERE p.payout_id = NEW.operation_id AND d.usable_at <= clock_timestamp() AND NEW.is_bulk = (p.source = 'batch')
        AND (p.source <> 'batch' OR EXISTS (SELECT FROM payout_batch_row r WHERE r.payout_id = p.payout_id AND r.state = 'released'))
    ) THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a payout is not sent before its time' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE TRIGGER payout_is_sent AFTER INSERT ON rail_operation
    FOR EACH ROW WHEN (NEW.kind = 'payout') EXECUTE FUNCTION check_sent_payout()`;
