import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The refusal of a use after the expiry of its link names a constraint, by which it is recognised: a link may expire after its status
 * was read. All else of the guard is as before.
 */
export class NameLinkExpiry1795614000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(useGuard);
  }

  /** The version before ignores the name. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

const useGuard = `
CREATE OR REPLACE FUNCTION guard_payment_link_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
  broken text := '';
  link payment_link;
  used intent;
BEGIN
  IF TG_OP = 'DELETE' THEN
    SELECT * INTO used FROM intent WHERE id = OLD.intent_id;
    IF used.status IN ('FAILED', 'EXPIRED', 'CANCELED') THEN
      RETURN OLD;
    END IF;
    fault := 'a use counts while its intent is open or completed';
  ELSIF TG_OP = 'UPDATE' THEN
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
         WHERE other.link_id = NEW.link_id AND intent.status NOT IN ('FAILED', 'EXPIRED', 'CANCELED')) THEN
      fault := 'the link is used up';
    ELSE
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation', CONSTRAINT = broken;
END
$$`;
