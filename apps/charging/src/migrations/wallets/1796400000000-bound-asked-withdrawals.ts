import { buildIndex } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A withdrawal that nobody has confirmed within an hour is never confirmed, and may be deleted. */
export class BoundAskedWithdrawals1796400000000 implements MigrationInterface {
  readonly name = 'BoundAskedWithdrawals1796400000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION guard_asked_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE is_open boolean := OLD.created_at > clock_timestamp() - interval '1 hour';
      BEGIN
        IF TG_OP = 'DELETE' AND NOT (OLD.state = 'asked' AND NOT is_open) THEN
          RAISE EXCEPTION 'a withdrawal is never deleted, unless nobody has confirmed it in time' USING ERRCODE = 'integrity_constraint_violation';
        ELSIF TG_OP = 'UPDATE' AND OLD.state = 'asked' AND NEW.state <> 'asked' AND NOT is_open THEN
          RAISE EXCEPTION 'a withdrawal is confirmed within an hour' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      END $$;
      CREATE OR REPLACE TRIGGER guard_asked_withdrawal BEFORE UPDATE OR DELETE ON wallet_withdrawal
        FOR EACH ROW EXECUTE FUNCTION guard_asked_withdrawal();
      CREATE OR REPLACE TRIGGER guard_wallet_withdrawal BEFORE INSERT OR UPDATE ON wallet_withdrawal
        FOR EACH ROW EXECUTE FUNCTION guard_wallet_withdrawal()`);
    await buildIndex(runner, {
      name: 'wallet_withdrawal_asked',
      table: 'wallet_withdrawal',
      definition: `(created_at) WHERE state = 'asked'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS wallet_withdrawal_asked');
    await runner.query(`
      CREATE OR REPLACE TRIGGER guard_wallet_withdrawal BEFORE INSERT OR UPDATE OR DELETE ON wallet_withdrawal
        FOR EACH ROW EXECUTE FUNCTION guard_wallet_withdrawal();
      DROP TRIGGER guard_asked_withdrawal ON wallet_withdrawal;
      DROP FUNCTION guard_asked_withdrawal()`);
  }
}
