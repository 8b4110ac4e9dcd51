import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A charge is posted whole, by the statement that writes it: its legs debit what it says and make its amount, and every transfer is
 * between accounts that exist. Each statement is checked once, whatever it posts, by look-ups in indexes and without a lock.
 */
export class PostChargesWhole1796000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [transferCheck, chargeCheck]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER transfers_are_whole ON transfer;
      DROP TRIGGER charge_is_posted ON charge;
      DROP FUNCTION check_transfers(), check_charges()`);
  }
}

/** A sublink that returns a value is looked up in the index, row by row; an EXISTS might be answered by reading the whole table. */
const transferCheck = `
  CREATE FUNCTION check_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM (SELECT debit_id AS id FROM posted UNION SELECT credit_id FROM posted) side
      WHERE CASE WHEN id < 0 THEN (SELECT true FROM append_account WHERE account_id = id)
        ELSE (SELECT true FROM wallet WHERE account_id = id) END IS NULL)
    THEN RAISE EXCEPTION 'a transfer is between accounts' USING ERRCODE = 'integrity_constraint_violation'; END IF;
    IF EXISTS (
      SELECT FROM (
        SELECT journal_id, sum(amount) AS moved, min(debit_id) AS first_id, max(debit_id) AS last_id
        FROM posted WHERE starts_with(journal_id, 'ch_') GROUP BY journal_id) journal
      WHERE (SELECT c.amount = moved AND c.debited_id = first_id AND c.debited_id = last_id
        FROM charge c WHERE c.charge_id = journal_id) IS NOT TRUE)
    THEN RAISE EXCEPTION 'the legs of a charge make its amount' USING ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER transfers_are_whole AFTER INSERT ON transfer REFERENCING NEW TABLE AS posted
    FOR EACH STATEMENT EXECUTE FUNCTION check_transfers()`;

const chargeCheck = `
  CREATE FUNCTION check_charges() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM written WHERE state = 'succeeded'
        AND (SELECT true FROM transfer WHERE journal_id = charge_id AND leg = 1) IS NULL)
    THEN RAISE EXCEPTION 'a charge that succeeded is posted' USING ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER charge_is_posted AFTER INSERT ON charge REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION check_charges()`;
