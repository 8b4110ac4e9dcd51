import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Text, return URL, uses and end of a link may change, its uses to no fewer than are taken. Test retention therefore keeps the completed
 * payments of a link without a limit, too, which may have one later. The version before changes none of these terms.
 */
export class ChangeLinkTerms1796270057000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(linkGuard(['description', 'return_url', 'max_uses', 'expires_at'], usesTaken));
    await runner.query(forget(''));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forget('max_uses IS NOT NULL AND'));
    await runner.query(linkGuard([], ''));
  }
}

/** The row is locked, and a payment locks it before it takes a use. At most one use more than the limit is counted. */
const usesTaken = `
  ELSIF NEW.max_uses IS DISTINCT FROM OLD.max_uses AND NEW.max_uses < NEW.forgotten_uses + (
      SELECT count(*) FROM (SELECT FROM payment_link_use AS held JOIN intent ON intent.id = held.intent_id
        WHERE held.link_id = NEW.id AND intent.status NOT IN ('FAILED', 'EXPIRED', 'CANCELED')
        LIMIT NEW.max_uses + 1) AS taken) THEN
    fault := 'a link has no fewer uses than are taken';
    broken := 'payment_link_uses_taken';`;

const linkGuard = (terms: readonly string[], rule: string): string => {
  const keys = ['key_hash', 'body_hash', 'content_hash'];
  const changing = `'{${['active', 'payments', 'updated_at', 'forgotten_uses', ...keys, ...terms].join(',')}}'::text[]`;
  const keysOf = (row: string): string => keys.map((column) => `${row}.${column}`).join(', ');
  return `
CREATE OR REPLACE FUNCTION guard_payment_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
  broken text := '';
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
    fault := 'a link keeps the uses that were forgotten';${rule}
  ELSE
    IF NEW.key_hash IS NULL THEN NEW.content_hash := NULL; END IF;
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation', CONSTRAINT = broken;
END
$$`;
};

/** Links are locked before their uses, as a payment of one does, and one after the other. */
const forget = (limited: string): string => `
CREATE OR REPLACE FUNCTION forget_test_intents(ids text[], pairs bigint[], pair_intents text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM payment_link WHERE ${limited}
    id IN (SELECT link_id FROM payment_link_use WHERE intent_id = ANY (ids)) ORDER BY id FOR UPDATE;
  UPDATE payment_link AS link SET forgotten_uses = forgotten_uses + paid.uses
    FROM (SELECT held.link_id, count(*) AS uses FROM payment_link_use AS held JOIN intent ON intent.id = held.intent_id
           WHERE intent.id = ANY (ids) AND intent.status = 'COMPLETED' GROUP BY held.link_id) AS paid
    WHERE ${limited} link.id = paid.link_id;
  DELETE FROM payment_link_use WHERE intent_id = ANY (ids);
  DELETE FROM intent_metadata_pair pair USING unnest(pairs, pair_intents) AS given (hash, intent_id), intent i
    WHERE i.id = given.intent_id AND i.id = ANY (ids)
      AND (pair.pair_hash, pair.created_at, pair.intent_id) = (given.hash, i.created_at, i.id);
  DELETE FROM idempotency WHERE intent_id = ANY (ids)
    AND created_at BETWEEN (SELECT min(created_at) FROM intent WHERE id = ANY (ids))
      AND (SELECT max(created_at) FROM intent WHERE id = ANY (ids));
  DELETE FROM intent WHERE id = ANY (ids);
END
$$`;
