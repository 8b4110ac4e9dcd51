import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments that a link has received stay uses of it when test retention deletes them: the link keeps their number, which
 * `forget_test_intents` alone raises. The version before does not show the number, and its uses are refused by the same guard.
 */
export class KeepForgottenUses1796000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payment_link ADD COLUMN forgotten_uses integer NOT NULL DEFAULT 0');
    await runner.query(linkGuard);
    await runner.query(useGuard('+ link.forgotten_uses'));
    await runner.query(forget(keepCompleted));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(forget(''));
    await runner.query(useGuard(''));
    await runner.query(linkGuard.replace(forgottenRule, ''));
    await runner.query('ALTER TABLE payment_link DROP COLUMN forgotten_uses');
  }
}

/** The role differs from that of the session in a function that runs as its owner. */
const forgottenRule = `
  ELSIF NEW.forgotten_uses <> OLD.forgotten_uses
      AND (NEW.forgotten_uses < OLD.forgotten_uses OR current_user = session_user) THEN
    fault := 'a link keeps the uses that were forgotten';`;

const linkGuard = `
CREATE OR REPLACE FUNCTION guard_payment_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    fault := 'a payment link is never deleted';
  ELSIF to_jsonb(NEW) - '{active,payments,updated_at,key_hash,body_hash,forgotten_uses}'::text[]
        <> to_jsonb(OLD) - '{active,payments,updated_at,key_hash,body_hash,forgotten_uses}'::text[] THEN
    fault := 'the terms of a payment link never change';
  ELSIF NEW.payments < OLD.payments THEN
    fault := 'the number of a payment is used once';
  ELSIF NEW.key_hash IS NOT NULL AND (NEW.key_hash, NEW.body_hash) IS DISTINCT FROM (OLD.key_hash, OLD.body_hash) THEN
    fault := 'the key of a creation never changes';${forgottenRule}
  ELSE
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
END
$$`;

/** The guard of inserts and updates; deletes have one of their own. */
const useGuard = (forgotten: string): string => `
CREATE OR REPLACE FUNCTION guard_payment_link_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
  broken text := '';
  link payment_link;
  used intent;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    fault := 'a use never changes';
  ELSE
    SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR UPDATE;
    SELECT * INTO used FROM intent WHERE id = NEW.intent_id;
    IF (used.merchant_id, used.mode, used.currency) IS DISTINCT FROM (link.merchant_id, link.mode, link.currency) THEN
      fault := 'an intent is a use of a link of its own merchant, mode and currency';
    ELSIF used.amount NOT BETWEEN coalesce(link.amount, link.min_amount) AND coalesce(link.amount, link.max_amount) THEN
      fault := 'the amount is not within the terms of the link';
    ELSIF NOT link.active THEN
      fault := 'the link is not active';
    ELSIF link.expires_at <= clock_timestamp() THEN
      fault := 'the link has expired';
      broken := 'payment_link_unexpired';
    ELSIF NEW.number <> link.payments THEN
      fault := 'a use has the number that the link has counted for it';
    ELSIF link.max_uses <= (
        SELECT count(*) FROM payment_link_use AS other JOIN intent ON intent.id = other.intent_id
         WHERE other.link_id = NEW.link_id AND intent.status NOT IN ('FAILED', 'EXPIRED', 'CANCELED')) ${forgotten} THEN
      fault := 'the link is used up';
    ELSE
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation', CONSTRAINT = broken;
END
$$`;

/** Links are locked before their uses, as a payment of one does, and one after the other. */
const keepCompleted = `
  PERFORM FROM payment_link WHERE max_uses IS NOT NULL
    AND id IN (SELECT link_id FROM payment_link_use WHERE intent_id = ANY (ids)) ORDER BY id FOR UPDATE;
  UPDATE payment_link AS link SET forgotten_uses = forgotten_uses + paid.uses
    FROM (SELECT held.link_id, count(*) AS uses FROM payment_link_use AS held JOIN intent ON intent.id = held.intent_id
           WHERE intent.id = ANY (ids) AND intent.status = 'COMPLETED' GROUP BY held.link_id) AS paid
    WHERE link.id = paid.link_id AND link.max_uses IS NOT NULL;`;

/** `pairs` and `pair_intents` are the pairs of metadata of these intents: each hash with its intent. */
const forget = (first: string): string => `
CREATE OR REPLACE FUNCTION forget_test_intents(ids text[], pairs bigint[], pair_intents text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN${first}
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
