import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The outcome of a charge may be overdue: `next_action` is `await_outcome` then, and `next_action_until` when it was due at the latest. That
 * stays until there is an outcome, so a merchant is notified of it once. The version before clears both columns with the outcome, as it does
 * those of `approve_on_phone`.
 */
export class AwaitOutcomes1795610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent DROP CONSTRAINT intent_next_action_check, DROP CONSTRAINT intent_next_action;
      -- wider: it allows one more value, and refuses no row of the two before
      ALTER TABLE intent ADD CONSTRAINT intent_next_action CHECK (
        CASE status WHEN 'REQUIRES_ACTION' THEN next_action IN ('verify_otp', 'charge') IS TRUE
          WHEN 'PROCESSING' THEN next_action IN ('approve_on_phone', 'await_outcome') IS NOT FALSE
          ELSE next_action IS NULL END
        AND (next_action_until IS NOT NULL) = (next_action IN ('approve_on_phone', 'await_outcome') IS TRUE));
      -- wider: until now no row has the value that it concerns
      ALTER TABLE intent ADD CONSTRAINT intent_await_outcome CHECK (
        next_action IS DISTINCT FROM 'await_outcome' OR next_action_until BETWEEN charged_at AND updated_at);
      CREATE FUNCTION refuse_delay_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION USING MESSAGE = 'a delayed payment stays delayed until its outcome', ERRCODE = 'integrity_constraint_violation';
      END $$;
      CREATE TRIGGER delay_stays BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.next_action = 'await_outcome' AND NEW.status = 'PROCESSING'
          AND (OLD.next_action, OLD.next_action_until) IS DISTINCT FROM (NEW.next_action, NEW.next_action_until))
        EXECUTE FUNCTION refuse_delay_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER delay_stays ON intent;
      DROP FUNCTION refuse_delay_change();
      ALTER TABLE intent DROP CONSTRAINT intent_await_outcome, DROP CONSTRAINT intent_next_action;
      ALTER TABLE intent ADD CONSTRAINT intent_next_action_check CHECK (
        next_action IN ('verify_otp', 'charge', 'approve_on_phone'));
      ALTER TABLE intent ADD CONSTRAINT intent_next_action CHECK (
        CASE status WHEN 'REQUIRES_ACTION' THEN next_action IN ('verify_otp', 'charge') IS TRUE
          WHEN 'PROCESSING' THEN next_action = 'approve_on_phone' IS NOT FALSE
          ELSE next_action IS NULL END
        AND (next_action_until IS NOT NULL) = (next_action = 'approve_on_phone' IS TRUE))`);
  }
}
