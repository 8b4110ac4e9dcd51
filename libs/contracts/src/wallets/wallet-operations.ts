import { operationsOf } from '../kernel/operation.js';
import { headers } from '../vocabulary/headers.js';
import { ListWalletTransactionsQuery, WalletQuery, WalletTransactionPageAnswer, WalletView } from './wallet-bodies.js';
import { listWalletTransactions, readWallet } from './wallet-commands.js';

/** A restricted key holds no scope of users, so only publishable and secret keys stand beside the user token. */
const ofUser = {
  key: 'publishable',
  scope: null,
  needsUserToken: true,
  headers: [
    {
      name: headers.authorization,
      required: true,
      description: '`Bearer` and the user token, obtained at this merchant.',
    },
  ],
} as const;
const reading = { ...ofUser, method: 'GET', success: 200, replays: false } as const;

/** The wallet of the user who is signed in. */
export const walletOperations = operationsOf({
  getWallet: {
    ...reading,
    path: '/wallet',
    summary: 'Read the wallet of a user',
    description:
      'Balance, state and limits of the wallet of the user of the token. A user has one wallet in each currency and mode, whatever merchants the user pays.',
    query: WalletQuery,
    answer: WalletView,
    errors: ['currency_unsupported', ...readWallet.refusals],
  },
  listWalletTransactions: {
    ...reading,
    path: '/wallet/transactions',
    summary: 'List the transactions of a wallet',
    description:
      'Every movement of the wallet of the user of the token in one currency, newest first, in pages, with the merchants who were paid. The sum of their `amount` is the balance.',
    query: ListWalletTransactionsQuery,
    answer: WalletTransactionPageAnswer,
    errors: ['currency_unsupported', ...listWalletTransactions.refusals],
  },
});
