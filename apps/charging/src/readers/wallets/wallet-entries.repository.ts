import { Injectable } from '@nestjs/common';
import type { WalletTransactionType } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { WalletName } from '../../books/ledger/domain/ledger.js';

/** A movement of a wallet. Amount in minor units, below zero where money leaves it. */
export interface StoredWalletEntry {
  readonly id: string;
  readonly type: WalletTransactionType;
  readonly amount: bigint;
  /** Null for what is of no payment. */
  readonly intentId: string | null;
  readonly merchantId: string | null;
  readonly movedAt: Date;
}

/** The place of a movement in the order of its wallet: its time, with its microseconds, and its id. */
export interface EntryPlace {
  readonly movedAt: string;
  readonly id: string;
}

/** The movements of wallets: what they paid, by their charges, what was withdrawn, and what came in, by the transfers that credit them. */
@Injectable()
export class WalletEntriesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined when the wallet has no such movement. */
  async placeOf({ userId, ledger }: WalletName, id: string): Promise<EntryPlace | undefined> {
    const [place] = await this.database.query<EntryPlace>({
      name: 'wallet-entry-place',
      text: `SELECT moved_at::text AS "movedAt", id FROM (
          SELECT charge_id AS id, settled_at AS moved_at FROM charge WHERE charge_id = $3 AND debited_id = ${WALLET}
          UNION ALL
          SELECT withdrawal_id, confirmed_at FROM wallet_withdrawal
          WHERE withdrawal_id = $3 AND user_id = $1 AND ledger = $2 AND confirmed_at IS NOT NULL
          UNION ALL
          SELECT journal_id, posted_at FROM transfer WHERE journal_id = $3 AND leg = 1 AND credit_id = ${WALLET}) AS entry`,
      values: [userId, ledger, id],
    });
    return place;
  }

  /** The movements before a place, or the newest: at most `limit`, newest first. */
  page(
    { userId, ledger }: WalletName,
    limit: number,
    after: EntryPlace | undefined,
  ): Promise<readonly StoredWalletEntry[]> {
    return this.database.query<StoredWalletEntry>({
      name: 'wallet-entries',
      text: pageSql,
      values: [userId, ledger, limit, after?.movedAt ?? null, after?.id ?? null],
    });
  }
}

const WALLET = '(SELECT account_id FROM wallet WHERE user_id = $1 AND ledger = $2)';

/** The first condition is for the index. */
const beforeSql = (moment: string, id: string): string =>
  `($4::timestamptz IS NULL OR ${moment} <= $4 AND (${moment}, ${id}) < ($4, $5::text))
      ORDER BY ${moment} DESC, ${id} DESC LIMIT $3`;

const pageSql = `
  SELECT id, type, amount, intent_id AS "intentId", merchant_id AS "merchantId", moved_at AS "movedAt" FROM (
    (SELECT charge_id AS id, 'payment' AS type, -amount AS amount, intent_id, merchant_id, settled_at AS moved_at
      FROM charge WHERE debited_id = ${WALLET} AND debited_id > 0 AND ${beforeSql('settled_at', 'charge_id')})
    UNION ALL
    (SELECT withdrawal_id, 'withdrawal', -amount, NULL, NULL, confirmed_at
      FROM wallet_withdrawal WHERE user_id = $1 AND ledger = $2 AND confirmed_at IS NOT NULL AND ${beforeSql('confirmed_at', 'withdrawal_id')})
    UNION ALL
    (SELECT t.journal_id, CASE WHEN r.refund_id IS NOT NULL THEN 'refund' WHEN x.withdrawal_id IS NOT NULL THEN 'withdrawal_returned'
        ELSE 'top_up' END, t.amount, r.intent_id, r.merchant_id, t.posted_at
      FROM transfer t LEFT JOIN refund r ON r.refund_id = t.journal_id LEFT JOIN wallet_withdrawal x ON x.end_journal_id = t.journal_id
      WHERE t.credit_id = ${WALLET} AND t.credit_id > 0 AND ${beforeSql('t.posted_at', 't.journal_id')})) AS entry
  ORDER BY moved_at DESC, id DESC LIMIT $3`;
