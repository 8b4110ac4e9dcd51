import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payment links, and the intents that are their uses. The database enforces what must hold whatever code runs: the terms of a link
 * never change; an intent is a use only of a link that is active, not expired and not used up, for an amount within its terms.
 */
export class CreatePaymentLinks1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [linkTable, linkGuard, useTable, useGuard]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE payment_link_use, payment_link;
      DROP FUNCTION guard_payment_link(), guard_payment_link_use()`);
  }
}

const linkTable = `
CREATE TABLE payment_link (
  id                text COLLATE "C" PRIMARY KEY,
  merchant_id       text COLLATE "C" NOT NULL,
  mode              text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
  currency          text COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount            bigint CHECK (amount > 0),
  min_amount        bigint CHECK (min_amount > 0),
  max_amount        bigint CHECK (max_amount >= min_amount),
  description       text,
  reference_pattern text COLLATE "C",
  return_url        text,
  max_uses          integer CHECK (max_uses BETWEEN 1 AND 1000),
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz CHECK (expires_at > created_at),

  active            boolean NOT NULL,
  -- the number of the last payment
  payments          integer NOT NULL CHECK (payments >= 0),
  updated_at        timestamptz NOT NULL,
  -- of the Idempotency-Key that the link was created with, while it is kept
  key_hash          text COLLATE "C",
  body_hash         text COLLATE "C",

  CONSTRAINT payment_link_amount CHECK (num_nonnulls(min_amount, max_amount) = CASE WHEN amount IS NULL THEN 2 ELSE 0 END),
  -- otherwise its second payment would need the reference of the first
  CONSTRAINT payment_link_reference CHECK (
    reference_pattern IS NULL OR max_uses = 1 IS TRUE OR position('{n}' IN reference_pattern) > 0),
  CONSTRAINT payment_link_key CHECK ((key_hash IS NULL) = (body_hash IS NULL))
);
CREATE UNIQUE INDEX payment_link_key ON payment_link (merchant_id, mode, key_hash) WHERE key_hash IS NOT NULL;
CREATE INDEX payment_link_key_age ON payment_link (created_at) WHERE key_hash IS NOT NULL;
CREATE INDEX payment_link_list ON payment_link (merchant_id, mode, id)`;

const linkGuard = `
CREATE FUNCTION guard_payment_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    fault := 'a payment link is never deleted';
  ELSIF to_jsonb(NEW) - '{active,payments,updated_at,key_hash,body_hash}'::text[]
        <> to_jsonb(OLD) - '{active,payments,updated_at,key_hash,body_hash}'::text[] THEN
    fault := 'the terms of a payment link never change';
  ELSIF NEW.payments < OLD.payments THEN
    fault := 'the number of a payment is used once';
  ELSIF NEW.key_hash IS NOT NULL AND (NEW.key_hash, NEW.body_hash) IS DISTINCT FROM (OLD.key_hash, OLD.body_hash) THEN
    fault := 'the key of a creation never changes';
  ELSE
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER guard_payment_link BEFORE UPDATE OR DELETE ON payment_link
  FOR EACH ROW EXECUTE FUNCTION guard_payment_link()`;

/** One row for each intent of a link that is open or completed; one that came to nothing may be deleted, as its use is given back. */
const useTable = `
CREATE TABLE payment_link_use (
  intent_id text COLLATE "C" PRIMARY KEY REFERENCES intent,
  link_id   text COLLATE "C" NOT NULL REFERENCES payment_link,
  number    integer NOT NULL,
  UNIQUE (link_id, number)
)`;

/** The lock on the link makes its uses one after the other, so that each counts all before it. */
const useGuard = `
CREATE FUNCTION guard_payment_link_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fault text;
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
  RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER guard_payment_link_use BEFORE INSERT OR UPDATE OR DELETE ON payment_link_use
  FOR EACH ROW EXECUTE FUNCTION guard_payment_link_use()`;
