import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The digest of the canonical form of the request that an intent or a link was created by, beside that of its bytes. Rows of the version
 * before have none. A link whose key is forgotten, by whichever version, keeps neither.
 */
export class KeepContentDigests1796250053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency ADD COLUMN content_hash text COLLATE "C"');
    await runner.query('ALTER TABLE payment_link ADD COLUMN content_hash text COLLATE "C"');
    await runner.query(linkGuard(['key_hash', 'body_hash', 'content_hash'], forgetDigest));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(linkGuard(['key_hash', 'body_hash'], ''));
    await runner.query('ALTER TABLE payment_link DROP COLUMN content_hash');
    await runner.query('ALTER TABLE idempotency DROP COLUMN content_hash');
  }
}

const forgetDigest = 'IF NEW.key_hash IS NULL THEN NEW.content_hash := NULL; END IF;';

const linkGuard = (keys: readonly string[], forget: string): string => {
  const changing = `'{active,payments,updated_at,forgotten_uses,${keys.join(',')}}'::text[]`;
  const keysOf = (row: string): string => keys.map((column) => `${row}.${column}`).join(', ');
  return `
CREATE OR REPLACE FUNCTION guard_payment_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    fault := 'a payment link is never deleted';
  ELSIF to_jsonb(NEW) - ${changing} <> to_jsonb(OLD) - ${changing} THEN
    fault := 'the terms of a payment link never change';
  ELSIF NEW.payments < OLD.payments THEN
    fault := 'the number of a payment is used once';
  ELSIF NEW.key_hash IS NOT NULL AND (${keysOf('NEW')}) IS DISTINCT FROM (${keysOf('OLD')}) THEN
    fault := 'the key of a creation never changes';
  ELSIF NEW.forgotten_uses <> OLD.forgotten_uses
      AND (NEW.forgotten_uses < OLD.forgotten_uses OR current_user = session_user) THEN
    fault := 'a link keeps the uses that were forgotten';
  ELSE
    ${forget}
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
END
$$`;
};
