import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The double-entry ledger: docs/adr/0008-ledger.md. Two kinds of account, in two tables, so that no account is ever
 * counted both ways: a wallet has a floor and keeps its balance in its row; an account without a floor is append-only,
 * its balance is what was rolled up plus the transfers since.
 */
export class CreateLedger1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [ledgers, wallets, appendAccounts, clock, transfers, tails, immutable])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE transfer, ledger_clock, append_account, wallet, ledger;
      DROP FUNCTION refuse_change(), reanchor_ledger()`);
  }
}

/** One ledger for each currency of each mode. The number is the last four digits of the id of each of its accounts. */
const ledgers = `
  CREATE TABLE ledger (
    ledger smallint PRIMARY KEY CHECK (ledger BETWEEN 1 AND 1999),
    mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
    currency text COLLATE "C" NOT NULL,
    UNIQUE (mode, currency),
    CHECK ((mode = 'test') = (ledger > 999)));
  INSERT INTO ledger VALUES (950, 'live', 'XAF'), (952, 'live', 'XOF'), (1950, 'test', 'XAF'), (1952, 'test', 'XOF')`;

/**
 * Ids of wallets are positive. The floor is zero; the ceiling is the largest amount that a wire carries. Each CHECK of a
 * table that every charge writes to costs some 3 µs a statement, so there are few of them here and below.
 */
const wallets = `
  CREATE TABLE wallet (
    number bigint GENERATED ALWAYS AS IDENTITY (START 1000),
    account_id bigint GENERATED ALWAYS AS (number * 10000 + ledger) STORED PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    balance bigint NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    closed_at timestamptz,
    UNIQUE (user_id, ledger),
    CONSTRAINT wallet_balance CHECK (balance BETWEEN 0 AND 999999999999)
  ) WITH (fillfactor = 70)`;

/**
 * Ids of append-only accounts are negative. There is no CHECK on the balance: the rolled-up sums lag behind the
 * transfers in either direction, so the row alone may be below zero at any time.
 */
const appendAccounts = `
  CREATE TABLE append_account (
    number bigint GENERATED ALWAYS AS IDENTITY (START 1000),
    account_id bigint GENERATED ALWAYS AS (-(number * 10000 + ledger)) STORED PRIMARY KEY,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('merchant', 'fees', 'bank', 'float', 'suspense')),
    -- the merchant, or the rail of a float; empty for the platform itself
    owner_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    rolled_credits bigint NOT NULL DEFAULT 0 CHECK (rolled_credits >= 0),
    rolled_debits bigint NOT NULL DEFAULT 0 CHECK (rolled_debits >= 0),
    -- transfers before this position are in the two sums, those from it on are not
    rolled_to bigint NOT NULL DEFAULT 0 CHECK (rolled_to >= 0),
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (owner_id, kind, ledger),
    CHECK ((kind IN ('merchant', 'float')) = (owner_id <> ''))
  ) WITH (fillfactor = 70);
  -- numbers below those of the sequence are the platform's own
  INSERT INTO append_account (number, kind, owner_id, ledger) OVERRIDING SYSTEM VALUE
  SELECT platform.number, platform.kind, '', ledger FROM ledger, (VALUES (1, 'bank'), (2, 'fees'), (3, 'suspense')) AS platform (number, kind)`;

/**
 * A transfer's position is its transaction's id plus an offset. Ids of transactions start over in a restored database;
 * high_water, which every roll-up raises, finds that out: a position below it would never be counted, so it is refused,
 * and reanchor_ledger() moves the offset.
 */
const clock = `
  CREATE TABLE ledger_clock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    xid_offset bigint NOT NULL DEFAULT 0,
    high_water bigint NOT NULL DEFAULT 0);
  INSERT INTO ledger_clock DEFAULT VALUES`;

/**
 * No foreign keys to the accounts: checking one locks the merchant's row, which every charge of a busy merchant shares.
 * The id's digits say that both accounts are of the ledger; the statements that post look the accounts up;
 * ledger_violation finds transfers of unknown accounts. The id, made by the caller, is the journal (a charge, a top-up) and the
 * leg, so nothing is posted twice for one cause.
 */
const transfers = `
  CREATE TABLE transfer (
    -- a statement sets NULL for a position below the clock
    position bigint NOT NULL,
    debit_id bigint NOT NULL,
    credit_id bigint NOT NULL,
    amount bigint NOT NULL,
    posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ledger smallint NOT NULL,
    leg smallint NOT NULL,
    journal_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (journal_id, leg),
    CONSTRAINT transfer_amount CHECK (amount > 0),
    CONSTRAINT transfer_accounts CHECK (
      debit_id <> credit_id AND abs(debit_id) % 10000 = ledger AND abs(credit_id) % 10000 = ledger))`;

/** Transfers that are not rolled up yet, by account. Wallets have no tail, so writers skip these indexes for them. */
const tails = `
  CREATE INDEX transfer_credit_tail ON transfer (credit_id, position) WHERE credit_id < 0;
  CREATE INDEX transfer_debit_tail ON transfer (debit_id, position) WHERE debit_id < 0`;

/** A correction is a reversing transfer. ALWAYS: replication roles are bound too. An owner, too, may lack a privilege. */
const immutable = `
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% of % is refused: what is posted stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER transfer_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  ALTER TABLE transfer ENABLE ALWAYS TRIGGER transfer_is_immutable;
  REVOKE UPDATE, DELETE, TRUNCATE ON transfer FROM PUBLIC, CURRENT_USER;

  -- After a restore into another cluster: moves the clock ahead of everything that was rolled up before, and returns whether
  -- it was behind. The lock waits for transactions that took their position by the old offset.
  -- The service calls it with the rights of the owner: its own role may only add transfers, not lock the table.
  CREATE FUNCTION reanchor_ledger() RETURNS boolean LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE xid bigint := pg_current_xact_id()::text::bigint;
  BEGIN
    IF NOT EXISTS (SELECT FROM ledger_clock WHERE xid_offset + xid < high_water) THEN RETURN false; END IF;
    LOCK TABLE transfer IN SHARE ROW EXCLUSIVE MODE;
    UPDATE ledger_clock SET xid_offset = high_water - xid WHERE xid_offset + xid < high_water;
    RETURN FOUND;
  END $$;
  REVOKE EXECUTE ON FUNCTION reanchor_ledger() FROM PUBLIC`;
