import { operationsOf } from '../kernel/operation.js';
import { requiredIdempotencyKey } from '../kernel/request-headers.js';
import { counted } from '../kernel/stored.js';
import { ofUser, reading } from './of-user.js';
import {
  CreateWalletTopUpRequest,
  ListWalletTransactionsQuery,
  WalletQuery,
  WalletTopUpView,
  WalletTransactionPageAnswer,
  WalletView,
} from './wallet-bodies.js';
import { createWalletTopUp, getWalletTopUp, listWalletTransactions, readWallet } from './wallet-commands.js';

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
  createWalletTopUp: {
    ...ofUser,
    method: 'POST',
    path: '/wallet/top-ups',
    summary: 'Fill a wallet',
    description:
      'Fills the wallet of the user of the token by mobile money: the operator asks the user’s own number for its PIN. The wallet has the money when the status is `COMPLETED`; read it until then. A top-up that would lift the wallet above its ceiling does not begin.',
    headers: [...ofUser.headers, requiredIdempotencyKey],
    body: CreateWalletTopUpRequest,
    answer: WalletTopUpView,
    success: 202,
    replays: true,
    stores: counted('top_up', 'idempotency_record'),
    errors: ['idempotency_key_missing', 'amount_invalid', 'currency_unsupported', ...createWalletTopUp.refusals],
  },
  getWalletTopUp: {
    ...reading,
    path: '/wallet/top-ups/{id}',
    summary: 'Read a top-up',
    description: 'A top-up of the user of the token. That of another user or mode is answered like a missing one.',
    answer: WalletTopUpView,
    errors: getWalletTopUp.refusals,
  },
});
