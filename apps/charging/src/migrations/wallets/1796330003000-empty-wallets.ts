import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ledgerViolations } from '../1795660000000-create-refunds.js';
import { causesOfAdjustments, rulesOfAdjustments } from '../adjustments/1796310000000-create-adjustments.js';
import { rulesOfPayouts } from '../payouts/1796000000000-create-payouts.js';
import { causesWithReversals, rulesOfReversals } from '../reversals/1796290000000-create-reversals.js';
import { causesOfUnclaimed, rulesOfUnclaimed } from '../unclaimed/unclaimed-violations.js';
import { causesOfWithdrawals, rulesOfWithdrawals, withdrawalViolations } from './withdrawal-violations.js';

export const CAUSES = 'SELECT journal_id, amount, ledger FROM journal_cause';
const causesBefore = `${causesWithReversals}${causesOfAdjustments}${causesOfUnclaimed}`;
const rulesBefore = `${rulesOfPayouts}${rulesOfReversals}${rulesOfAdjustments}${rulesOfUnclaimed}`;

/** The rules of ledger_violation. */
export const rulesOfWallets = `${rulesBefore}${rulesOfWithdrawals}`;

/** Withdrawals of users to their own numbers: docs/adr/0090-wallets-of-users.md. */
export class EmptyWallets1796330003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      operations(`'top_up', 'withdrawal'`),
      withdrawals,
      guard,
      postedGuard,
      `CREATE OR REPLACE VIEW journal_cause AS ${causesBefore}${causesOfWithdrawals}`,
      withdrawalViolations,
      ledgerViolations(CAUSES, rulesOfWallets),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ledgerViolations(CAUSES, rulesBefore));
    await runner.query(`CREATE OR REPLACE VIEW journal_cause AS ${causesBefore}`);
    await runner.query(`
      DROP VIEW withdrawal_violation;
      DROP TRIGGER withdrawal_is_posted ON transfer;
      DROP TABLE wallet_withdrawal;
      DROP FUNCTION guard_wallet_withdrawal(), check_withdrawal_transfer();
      ${operations(`'top_up'`)}`);
  }
}

/** A withdrawal is of no intent. Its merchant is the one at which the user was signed in. */
const operations = (ofWallets: string): string => `
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_kind;
  -- wider: withdrawals, too
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_kind
    CHECK (kind IN ('collect', 'refund', 'payout', 'return', ${ofWallets})) NOT VALID;
  ALTER TABLE rail_operation DROP CONSTRAINT rail_operation_intent;
  -- wider: a withdrawal is of no intent either
  ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent
    CHECK ((kind IN ('payout', 'return', ${ofWallets})) = (intent_id IS NULL)) NOT VALID`;

const withdrawals = `
  CREATE TABLE wallet_withdrawal (
    withdrawal_id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    merchant_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    rail text COLLATE "C" NOT NULL,
    phone_masked text COLLATE "C" NOT NULL,
    -- an HMAC of the number that the code went to, which alone is paid
    phone_index text COLLATE "C" NOT NULL,
    -- what leaves the wallet, the fee included
    amount bigint NOT NULL CHECK (amount > 0),
    fee bigint NOT NULL,
    key_hash text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    content_hash text COLLATE "C",
    state text COLLATE "C" NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'pending', 'completed', 'failed')),
    float_owner text COLLATE "C",
    failure_code text COLLATE "C",
    -- of the transfers that end it: onwards, or back
    end_journal_id text COLLATE "C" UNIQUE,
    -- of what people have moved at the rail to make suspense even
    correction_journal_id text COLLATE "C" UNIQUE,
    correction_amount bigint,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    confirmed_at timestamptz,
    ended_at timestamptz,
    CONSTRAINT wallet_withdrawal_fee CHECK (fee >= 0 AND fee < amount),
    CONSTRAINT wallet_withdrawal_confirmed CHECK (num_nulls(confirmed_at, float_owner) = CASE state WHEN 'asked' THEN 2 ELSE 0 END),
    CONSTRAINT wallet_withdrawal_end CHECK (num_nulls(ended_at, end_journal_id) = CASE WHEN state IN ('asked', 'pending') THEN 2 ELSE 0 END),
    CONSTRAINT wallet_withdrawal_failure CHECK ((state = 'failed') = (failure_code IS NOT NULL)),
    CONSTRAINT wallet_withdrawal_correction CHECK (
      num_nulls(correction_journal_id, correction_amount) IN (0, 2) AND (correction_amount IS NULL OR correction_amount > 0 AND ended_at IS NOT NULL)));
  -- ledgers of test mode are those above 999
  CREATE UNIQUE INDEX wallet_withdrawal_key ON wallet_withdrawal (user_id, (ledger > 999), key_hash);
  -- the movements of a wallet
  CREATE INDEX wallet_withdrawal_moved ON wallet_withdrawal (user_id, ledger, confirmed_at) WHERE confirmed_at IS NOT NULL;
  CREATE INDEX wallet_withdrawal_pending ON wallet_withdrawal (ledger) WHERE state = 'pending'`;

const guard = `
  CREATE FUNCTION guard_wallet_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a withdrawal is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'asked' THEN fault := 'a withdrawal begins as asked'; END IF;
    ELSIF (NEW.withdrawal_id, NEW.user_id, NEW.merchant_id, NEW.ledger, NEW.rail, NEW.phone_masked, NEW.phone_index, NEW.amount, NEW.fee,
           NEW.key_hash, NEW.body_hash, NEW.created_at) IS DISTINCT FROM
          (OLD.withdrawal_id, OLD.user_id, OLD.merchant_id, OLD.ledger, OLD.rail, OLD.phone_masked, OLD.phone_index, OLD.amount, OLD.fee,
           OLD.key_hash, OLD.body_hash, OLD.created_at) THEN fault := 'what is withdrawn never changes';
    ELSIF (OLD.state, NEW.state) NOT IN (('asked', 'pending'), ('pending', 'completed'), ('pending', 'failed')) THEN
      fault := format('a withdrawal does not move from %s to %s', OLD.state, NEW.state);
    ELSIF OLD.state = 'pending' AND (NEW.confirmed_at, NEW.float_owner) IS DISTINCT FROM (OLD.confirmed_at, OLD.float_owner) THEN
      fault := 'what was confirmed never changes';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_wallet_withdrawal BEFORE INSERT OR UPDATE OR DELETE ON wallet_withdrawal
    FOR EACH ROW EXECUTE FUNCTION guard_wallet_withdrawal()`;

/** Nothing else moves money of the clearing account: what a code has confirmed comes in, and goes on when it was paid, or back. */
const postedGuard = `
  CREATE FUNCTION check_withdrawal_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE account bigint := -(40000 + NEW.ledger);
  BEGIN
    IF EXISTS (
      SELECT FROM wallet_withdrawal x JOIN wallet w ON (w.user_id, w.ledger) = (x.user_id, x.ledger)
      WHERE x.withdrawal_id = NEW.journal_id AND x.confirmed_at IS NOT NULL
        AND (NEW.leg, NEW.debit_id, NEW.credit_id, NEW.amount) = (1, w.account_id, account, x.amount)
    ) OR EXISTS (
      SELECT FROM wallet_withdrawal x JOIN wallet w ON (w.user_id, w.ledger) = (x.user_id, x.ledger)
      WHERE x.end_journal_id = NEW.journal_id AND x.state = 'failed'
        AND (NEW.leg, NEW.debit_id, NEW.credit_id, NEW.amount) = (1, account, w.account_id, x.amount)
    ) OR EXISTS (
      SELECT FROM wallet_withdrawal x WHERE x.end_journal_id = NEW.journal_id AND x.state = 'completed' AND NEW.debit_id = account
        AND ((NEW.leg, NEW.amount) = (1, x.amount - x.fee)
          OR (NEW.leg, NEW.credit_id, NEW.amount) = (2, -(20000 + x.ledger)::bigint, x.fee))
    ) THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'a transfer is not that of its withdrawal' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE CONSTRAINT TRIGGER withdrawal_is_posted AFTER INSERT ON transfer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.debit_id = -(40000 + NEW.ledger) OR NEW.credit_id = -(40000 + NEW.ledger))
    EXECUTE FUNCTION check_withdrawal_transfer()`;
