import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets that persons of the team freeze, and open again: docs/adr/0095-frozen-wallets.md. */
export class FreezeWallets1796400001000 implements MigrationInterface {
  readonly name = 'FreezeWallets1796400001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [acts, wallets, guards]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER frozen_wallet_pays_nothing ON wallet;
      DROP TRIGGER wallet_is_frozen_by_act ON wallet;
      DROP TRIGGER wallet_opens_unfrozen ON wallet;
      DROP TABLE wallet_freeze;
      DROP FUNCTION check_wallet_freeze(), refuse_frozen_wallet();
      ALTER TABLE wallet DROP COLUMN frozen_by`);
  }
}

/** The acts of persons, whose proofs auth has used up, as adjustments have them. */
const acts = `
  CREATE TABLE wallet_freeze (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    act text COLLATE "C" NOT NULL CHECK (act IN ('freeze', 'unfreeze')),
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    first_person text COLLATE "C",
    second_person text COLLATE "C",
    persons_needed smallint NOT NULL CHECK (persons_needed BETWEEN 0 AND 2),
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    FOREIGN KEY (user_id, ledger) REFERENCES wallet (user_id, ledger),
    CONSTRAINT wallet_freeze_persons CHECK (
      num_nonnulls(first_person, second_person) >= persons_needed AND (first_person IS NOT NULL OR second_person IS NULL)
      AND (first_person <> second_person) IS NOT FALSE));
  CREATE INDEX wallet_freeze_newest ON wallet_freeze (user_id, ledger, number);
  CREATE TRIGGER wallet_freeze_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_freeze
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE wallet_freeze ENABLE ALWAYS TRIGGER wallet_freeze_stays`;

const wallets = `
  -- the act that froze it; null for one that is not frozen
  ALTER TABLE wallet ADD COLUMN frozen_by bigint`;

/** Whatever code runs: a wallet is frozen exactly when the newest act of persons on it froze it, and then nothing leaves it. */
const guards = `
  CREATE FUNCTION check_wallet_freeze() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE newest bigint;
  BEGIN
    SELECT CASE act WHEN 'freeze' THEN number END INTO newest FROM wallet_freeze
      WHERE (user_id, ledger) = (NEW.user_id, NEW.ledger) ORDER BY number DESC LIMIT 1;
    IF EXISTS (SELECT FROM wallet WHERE (user_id, ledger) = (NEW.user_id, NEW.ledger) AND frozen_by IS NOT DISTINCT FROM newest)
    THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a wallet is frozen and opened by acts of persons' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER wallet_freeze_counts AFTER INSERT ON wallet_freeze DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_wallet_freeze();
  CREATE CONSTRAINT TRIGGER wallet_is_frozen_by_act AFTER UPDATE OF frozen_by ON wallet DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.frozen_by IS DISTINCT FROM OLD.frozen_by) EXECUTE FUNCTION check_wallet_freeze();
  CREATE CONSTRAINT TRIGGER wallet_opens_unfrozen AFTER INSERT ON wallet DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.frozen_by IS NOT NULL) EXECUTE FUNCTION check_wallet_freeze();
  CREATE FUNCTION refuse_frozen_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'nothing leaves a frozen wallet' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE TRIGGER frozen_wallet_pays_nothing BEFORE UPDATE ON wallet
    FOR EACH ROW WHEN (OLD.frozen_by IS NOT NULL AND NEW.balance < OLD.balance) EXECUTE FUNCTION refuse_frozen_wallet()`;
