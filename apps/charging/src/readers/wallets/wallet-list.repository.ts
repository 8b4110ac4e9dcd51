import { Injectable } from '@nestjs/common';
import type { WalletState } from '@paygate/contracts';
import { DORMANT_WALLETS_MAX, walletStates } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import { walletStateSql } from '../../books/wallets/wallet-state.js';

/** The wallets of a ledger in one state, in minor units, and the sum that all other accounts of the ledger leave for wallets. */
interface SumsOfWallets {
  readonly state: WalletState;
  readonly wallets: number;
  readonly balance: bigint;
  readonly ofLedger: bigint;
}

interface StoredDormantWallet {
  readonly userId: string;
  readonly state: WalletState;
  readonly balance: bigint;
  readonly lastMovedAt: Date;
  /** Also those beyond the limit. */
  readonly total: number;
}

/** The wallets of a ledger, for the installation's team. */
@Injectable()
export class WalletListRepository {
  constructor(private readonly database: Database) {}

  /** Sums of one moment, one for each state: debits and credits of a ledger are equal, so what its other accounts lack is in wallets. */
  sums(ledger: LedgerNumber): Promise<readonly SumsOfWallets[]> {
    return this.database.query<SumsOfWallets>({
      name: 'wallet-list-sums',
      text: `WITH l AS MATERIALIZED (
          SELECT coalesce(-sum(b.balance), 0)::bigint AS sum FROM append_account a JOIN account_balance b USING (account_id) WHERE a.ledger = $1)
        SELECT s.state, coalesce(w.wallets, 0) AS wallets, coalesce(w.balance, 0)::bigint AS balance, l.sum AS "ofLedger"
        FROM l CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS s (state, place)
        LEFT JOIN (SELECT ${walletStateSql('wallet')} AS state, count(*)::integer AS wallets, sum(balance) AS balance
          FROM wallet WHERE ledger = $1 GROUP BY 1) AS w USING (state)
        ORDER BY s.place`,
      values: [ledger, walletStates],
    });
  }

  /** Wallets with money that nothing has moved since, the ones that have waited longest first. */
  async dormant(ledger: LedgerNumber, since: Date): Promise<readonly StoredDormantWallet[]> {
    return this.database.query<StoredDormantWallet>({
      name: 'wallet-list-dormant',
      text: `SELECT w.user_id AS "userId", ${walletStateSql('w')} AS state, w.balance,
          moved.at AS "lastMovedAt", count(*) OVER ()::integer AS total
        FROM wallet w CROSS JOIN LATERAL (SELECT greatest(w.opened_at,
            (SELECT max(settled_at) FROM charge WHERE debited_id = w.account_id AND debited_id > 0),
            (SELECT max(posted_at) FROM transfer WHERE credit_id = w.account_id AND credit_id > 0),
            (SELECT max(confirmed_at) FROM wallet_withdrawal x
              WHERE x.user_id = w.user_id AND x.ledger = w.ledger AND x.confirmed_at IS NOT NULL)) AS at) AS moved
        WHERE w.ledger = $1 AND w.balance > 0 AND w.opened_at < $2 AND moved.at < $2
        ORDER BY moved.at, w.user_id LIMIT ${DORMANT_WALLETS_MAX}`,
      values: [ledger, since],
    });
  }
}
