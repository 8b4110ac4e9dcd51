import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Further tries of a declined payment. The database enforces what must hold whatever code runs: a try has the order of the first intent,
 * ends when that would have, follows a decline, and is one of as many as the first intent allows. The next migration allows one open or
 * completed try. The version before writes none of these columns: its intents have no further try, and its links the usual number.
 */
export class AddRetries1795900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN checkout_retries integer NOT NULL DEFAULT 0, ADD COLUMN retry_of text COLLATE "C",
        ADD COLUMN payment_link_id text COLLATE "C";
      -- wider: the version before writes none of the columns
      ALTER TABLE intent ADD CONSTRAINT intent_checkout_retries CHECK (checkout_retries = 0
        OR checkout_retries BETWEEN 1 AND 4 AND num_nonnulls(reference, payment_link_id) > 0) NOT VALID;
      CREATE TRIGGER retries_never_change BEFORE UPDATE ON intent FOR EACH ROW
        WHEN ((OLD.checkout_retries, OLD.retry_of, OLD.payment_link_id)
          IS DISTINCT FROM (NEW.checkout_retries, NEW.retry_of, NEW.payment_link_id)) EXECUTE FUNCTION refuse_order_change()`);
    await runner.query(retryGuard);
    await runner.query(`
      ALTER TABLE payment_link ADD COLUMN checkout_retries integer NOT NULL DEFAULT 3;
      -- wider: the version before does not write the column
      ALTER TABLE payment_link ADD CONSTRAINT payment_link_retries CHECK (checkout_retries BETWEEN 0 AND 4) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER guard_retry ON intent;
      DROP FUNCTION guard_retry();
      DROP TRIGGER retries_never_change ON intent;
      ALTER TABLE payment_link DROP COLUMN checkout_retries;
      ALTER TABLE intent DROP COLUMN checkout_retries, DROP COLUMN retry_of, DROP COLUMN payment_link_id`);
  }
}

/** The lock on the first intent makes its tries one after the other, so that each counts all before it. */
const retryGuard = `
CREATE FUNCTION guard_retry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
  first intent;
BEGIN
  SELECT * INTO first FROM intent WHERE id = NEW.retry_of FOR UPDATE;
  IF first.id IS NULL OR first.retry_of IS NOT NULL THEN
    fault := 'a retry names the first intent';
  ELSIF (NEW.merchant_id, NEW.mode, NEW.amount, NEW.currency, NEW.description, NEW.metadata, NEW.reference, NEW.user_id,
         NEW.return_url, NEW.cancel_url, NEW.checkout_retries, NEW.payment_link_id) IS DISTINCT FROM
        (first.merchant_id, first.mode, first.amount, first.currency, first.description, first.metadata, first.reference,
         first.user_id, first.return_url, first.cancel_url, first.checkout_retries, first.payment_link_id) THEN
    fault := 'a retry has the order of the first intent';
  ELSIF coalesce(NEW.extensible_until, NEW.expires_at) <> coalesce(first.extensible_until, first.expires_at) THEN
    fault := 'a retry ends when the first intent would have';
  ELSIF first.status <> 'FAILED'
      OR EXISTS (SELECT FROM intent AS other WHERE other.retry_of = first.id AND other.status <> 'FAILED') THEN
    fault := 'a retry follows a decline';
  ELSIF first.checkout_retries <= (SELECT count(*) FROM intent AS other WHERE other.retry_of = first.id) THEN
    fault := 'an intent has no more retries than it allows';
  ELSE
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER guard_retry BEFORE INSERT ON intent FOR EACH ROW
  WHEN (NEW.retry_of IS NOT NULL) EXECUTE FUNCTION guard_retry()`;
