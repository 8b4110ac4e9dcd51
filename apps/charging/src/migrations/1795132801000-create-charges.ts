import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Charges and top-ups: why money moved, or why it did not. Their primary keys keep a repeated request from having a second
 * effect, for ever. A row never changes, so a declined charge stays declined.
 */
export class CreateCharges1795132801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [charges, topUps]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE top_up, charge');
  }
}

/** A succeeded charge names the account it debited: a wallet, the float of a rail, or suspense. */
const charges = `
  CREATE TABLE charge (
    charge_id text COLLATE "C" PRIMARY KEY,
    intent_id text COLLATE "C" NOT NULL UNIQUE,
    merchant_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL,
    method text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    decline_code text COLLATE "C",
    debited_id bigint,
    accepted_at timestamptz NOT NULL,
    settled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT charge_fee CHECK (fee >= 0 AND fee < amount),
    CONSTRAINT charge_state CHECK (
      num_nulls(decline_code, debited_id) = 1
      AND state = CASE WHEN decline_code IS NULL THEN 'succeeded' ELSE 'declined' END));
  CREATE TRIGGER charge_is_settled BEFORE UPDATE OR DELETE ON charge FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;

const topUps = `
  CREATE TABLE top_up (
    top_up_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL,
    wallet_id bigint NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    -- what the wallet held when this was decided, and why nothing was posted
    balance_after bigint NOT NULL,
    refusal text COLLATE "C" CHECK (refusal IN ('wallet_closed', 'wallet_full')),
    decided_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TRIGGER top_up_is_decided BEFORE UPDATE OR DELETE ON top_up FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;
