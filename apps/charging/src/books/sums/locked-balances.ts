import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import type { LedgerNumber } from '../ledger/domain/ledger.js';

/** Locks accounts of merchants. Whatever debits such an account does it under its lock. */
@Injectable()
export class LockedBalances {
  /**
   * Locks the account of a merchant, and returns what it holds less what is held: first the lock, then the sum by another statement,
   * which sees every debit that was made under the lock before.
   */
  async lock(
    tx: Queryable,
    { merchantId, ledger }: { readonly merchantId: string; readonly ledger: LedgerNumber },
  ): Promise<bigint> {
    const balance = await this.lockIfOpen(tx, { merchantId, ledger });
    if (balance === undefined) throw new Error('the account of a merchant is gone');
    return balance;
  }

  /** The same; undefined for a merchant who was never paid. */
  async lockIfOpen(
    tx: Queryable,
    { merchantId, ledger }: { readonly merchantId: string; readonly ledger: LedgerNumber },
  ): Promise<bigint | undefined> {
    const values = [merchantId, ledger];
    const lock = `SELECT FROM append_account WHERE owner_id = $1 AND kind = 'merchant' AND ledger = $2 FOR NO KEY UPDATE`;
    await tx.query({ name: 'balance-lock', text: lock, values });
    const [row] = await tx.query<{ balance: bigint }>({ name: 'balance-locked', text: balanceSql, values });
    return row?.balance;
  }
}

/** The sum of an account `a`, as the view account_balance has it, of what `TAILS_SQL` reads beside its row. */
export const SUM_SQL = 'a.rolled_credits - a.rolled_debits + credits.tail - debits.tail';
export const TAILS_SQL = `
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0)::bigint AS tail FROM transfer
    WHERE credit_id = a.account_id AND credit_id < 0 AND position >= a.rolled_to) credits
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0)::bigint AS tail FROM transfer
    WHERE debit_id = a.account_id AND debit_id < 0 AND position >= a.rolled_to) debits`;

const balanceSql = `
  SELECT ${SUM_SQL} - a.pending_debits AS balance
  FROM append_account a ${TAILS_SQL}
  WHERE a.owner_id = $1 AND a.kind = 'merchant' AND a.ledger = $2`;
