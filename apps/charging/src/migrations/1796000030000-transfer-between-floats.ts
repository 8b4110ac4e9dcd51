import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ledgerViolations } from './1795660000000-create-refunds.js';
import { causesWithPayouts, rulesOfPayouts } from './payouts/1796000000000-create-payouts.js';

/** Money that people have moved between the accounts that a rail keeps apart: docs/adr/0054-refunds-and-holds.md. */
export class TransferBetweenFloats1796000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(transfers);
    await runner.query(`CREATE VIEW journal_cause AS ${causesWithPayouts}${causeOfTransfer}`);
    await runner.query(ledgerViolations('SELECT journal_id, amount, ledger FROM journal_cause', rulesOfPayouts));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ledgerViolations(causesWithPayouts, rulesOfPayouts));
    await runner.query('DROP VIEW journal_cause; DROP TABLE float_transfer');
  }
}

/** The float that has received the money is debited. */
const transfers = `
  CREATE TABLE float_transfer (
    transfer_id text COLLATE "C" PRIMARY KEY,
    ledger smallint NOT NULL REFERENCES ledger,
    debit_id bigint NOT NULL REFERENCES append_account,
    credit_id bigint NOT NULL REFERENCES append_account,
    amount bigint NOT NULL CHECK (amount > 0),
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT float_transfer_accounts CHECK (
      debit_id <> credit_id AND abs(debit_id) % 10000 = ledger AND abs(credit_id) % 10000 = ledger));
  CREATE TRIGGER float_transfer_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON float_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE float_transfer ENABLE ALWAYS TRIGGER float_transfer_stays`;

const causeOfTransfer = `
    UNION ALL
    SELECT transfer_id, amount, ledger FROM float_transfer`;
