import { Injectable } from '@nestjs/common';
import type { WalletState } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { LedgerNumber, WalletName } from '../ledger/domain/ledger.js';
import { WALLET_CEILING } from '../ledger/domain/ledger.js';
import { paidOfDaySql, paidOfMonthSql, spanEndSql } from './wallet-limits.js';
import { walletStateSql } from './wallet-state.js';
import { LEDGER_POSITION_SQL, platformAccountSql } from '../ledger/accounts.repository.js';

/** A transfer from the bank account into a wallet. Amount in minor units. */
export interface TopUp extends WalletName {
  readonly topUpId: string;
  readonly amount: bigint;
}

/** A top-up that was decided, now or earlier. With a refusal nothing was posted, and never will be under its id. */
export interface DecidedTopUp extends TopUp {
  readonly balanceAfter: bigint;
  readonly refusal: 'wallet_closed' | 'wallet_full' | null;
}

/** A wallet. Amounts in minor units; a limit is null where that of the installation applies. */
export interface StoredWallet {
  readonly balance: bigint;
  readonly state: WalletState;
  readonly paidOfDay: bigint;
  readonly paidOfMonth: bigint;
  readonly dayLimit: bigint | null;
  readonly monthLimit: bigint | null;
  /** The moments at which the next day and the next month of Africa/Douala begin. */
  readonly dayEndsAt: Date;
  readonly monthEndsAt: Date;
}

interface TopUpRow {
  readonly top_up_id: string;
  readonly user_id: string;
  readonly ledger: LedgerNumber;
  readonly amount: bigint;
  readonly balance_after: bigint;
  readonly refusal: DecidedTopUp['refusal'];
}

/** Wallets: accounts with a floor, whose balance is in their row. */
@Injectable()
export class WalletsRepository {
  constructor(private readonly database: Database) {}

  /** Opens the wallets that do not exist, empty. */
  async open(wallets: readonly WalletName[]): Promise<void> {
    await this.database.query({
      name: 'wallets-open',
      text: `INSERT INTO wallet (user_id, ledger)
        SELECT user_id, ledger
        FROM unnest($1::text[], $2::smallint[]) AS wanted (user_id, ledger)
        WHERE NOT EXISTS (SELECT FROM wallet w WHERE w.user_id = wanted.user_id AND w.ledger = wanted.ledger)
        ORDER BY user_id, ledger
        ON CONFLICT DO NOTHING`,
      values: [wallets.map((wallet) => wallet.userId), wallets.map((wallet) => wallet.ledger)],
    });
  }

  /**
   * Decides top-ups in one statement. No two share a wallet or an id, and every wallet exists.
   * @returns the ones with a new id
   */
  async topUp(topUps: readonly TopUp[]): Promise<readonly DecidedTopUp[]> {
    const rows = await this.database.query<TopUpRow>({
      name: 'wallets-top-up',
      text: topUpSql,
      values: [
        topUps.map((topUp) => topUp.topUpId),
        topUps.map((topUp) => topUp.userId),
        topUps.map((topUp) => topUp.ledger),
        topUps.map((topUp) => topUp.amount),
        WALLET_CEILING,
      ],
    });
    return rows.map(decidedTopUpOf);
  }

  /** Top-ups that were decided, by id. */
  async decided(topUpIds: readonly string[]): Promise<readonly DecidedTopUp[]> {
    const rows = await this.database.query<TopUpRow>({
      name: 'top-ups-read',
      text: `SELECT top_up_id, user_id, ledger, amount, balance_after, refusal FROM top_up WHERE top_up_id = ANY ($1)`,
      values: [topUpIds],
    });
    return rows.map(decidedTopUpOf);
  }

  /** Locks a wallet: what is decided about its money is decided one after the other. What depends on it is read by a later statement. */
  async lock(tx: Queryable, { userId, ledger }: WalletName): Promise<void> {
    await tx.query({
      name: 'wallet-lock',
      text: 'SELECT FROM wallet WHERE user_id = $1 AND ledger = $2 FOR NO KEY UPDATE',
      values: [userId, ledger],
    });
  }

  /** A wallet as it is now, with what it has paid. One that was never opened is empty: it opens when money comes in. */
  async read({ userId, ledger }: WalletName, on: Queryable = this.database): Promise<StoredWallet> {
    const [row] = await on.query<StoredWallet>({
      name: 'wallet-read',
      text: `SELECT coalesce(balance, 0) AS balance, CASE WHEN account_id IS NULL THEN 'open' ELSE ${walletStateSql('w')} END AS state, ${paidOfDaySql('w')} AS "paidOfDay",
          ${paidOfMonthSql('w')} AS "paidOfMonth", day_limit AS "dayLimit", month_limit AS "monthLimit",
          ${spanEndSql('day')} AS "dayEndsAt", ${spanEndSql('month')} AS "monthEndsAt"
        FROM (SELECT) AS always LEFT JOIN wallet w ON user_id = $1 AND ledger = $2`,
      values: [userId, ledger],
    });
    if (row === undefined) throw new Error('a wallet was not read');
    return row;
  }

  /** The balance of a wallet in minor units; undefined when there is none. */
  async balance({ userId, ledger }: WalletName): Promise<bigint | undefined> {
    const [row] = await this.database.query<{ balance: bigint }>({
      name: 'wallet-balance',
      text: 'SELECT balance FROM wallet WHERE user_id = $1 AND ledger = $2',
      values: [userId, ledger],
    });
    return row?.balance;
  }
}

function decidedTopUpOf(row: TopUpRow): DecidedTopUp {
  return {
    topUpId: row.top_up_id,
    userId: row.user_id,
    ledger: row.ledger,
    amount: row.amount,
    balanceAfter: row.balance_after,
    refusal: row.refusal,
  };
}

const topUpSql = `
  WITH judged AS MATERIALIZED (
    SELECT *, CASE WHEN closed_at IS NOT NULL OR frozen_by IS NOT NULL THEN 'wallet_closed' WHEN balance + amount > $5::bigint THEN 'wallet_full' END AS refusal
    FROM (
      SELECT asked.*, w.account_id AS wallet_id, w.closed_at, w.frozen_by, w.balance
      FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[])
        AS asked (top_up_id, user_id, ledger, amount)
      JOIN wallet w ON w.user_id = asked.user_id AND w.ledger = asked.ledger
      ORDER BY w.account_id FOR NO KEY UPDATE OF w) AS locked),
  decided AS (
    INSERT INTO top_up (top_up_id, user_id, ledger, wallet_id, amount, balance_after, refusal)
    SELECT top_up_id, user_id, ledger, wallet_id, amount,
      CASE WHEN refusal IS NULL THEN balance + amount ELSE balance END, refusal
    FROM judged
    ON CONFLICT DO NOTHING
    RETURNING top_up_id, user_id, ledger, wallet_id, amount, balance_after, refusal),
  credited AS (
    UPDATE wallet w SET balance = w.balance + d.amount
    FROM decided d WHERE d.refusal IS NULL AND w.account_id = d.wallet_id),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT top_up_id, 1, ledger, ${platformAccountSql('bank', 'ledger')}, wallet_id, amount, ${LEDGER_POSITION_SQL}
    FROM decided WHERE refusal IS NULL)
  SELECT top_up_id, user_id, ledger, amount, balance_after, refusal FROM decided`;
