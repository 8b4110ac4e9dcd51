import { operationsOf } from '../kernel/operation.js';
import { messageLanguage, requiredIdempotencyKey } from '../kernel/request-headers.js';
import { counted, ending } from '../kernel/stored.js';
import { ofUser, reading } from './of-user.js';
import {
  AskedWalletWithdrawalView,
  ConfirmWalletWithdrawalRequest,
  CreateWalletWithdrawalRequest,
  WalletWithdrawalView,
} from './withdrawal-bodies.js';
import { confirmWalletWithdrawal, createWalletWithdrawal, getWalletWithdrawal } from './withdrawal-commands.js';

/** Withdrawals of users who are signed in, to their own numbers. */
export const withdrawalOperations = operationsOf({
  createWalletWithdrawal: {
    ...ofUser,
    method: 'POST',
    path: '/wallet/withdrawals',
    summary: 'Ask for a withdrawal',
    description:
      'Sends a code to the number of the user of the token, and answers what the withdrawal would cost. No money moves before the code confirms it.',
    headers: [...ofUser.headers, messageLanguage, requiredIdempotencyKey],
    body: CreateWalletWithdrawalRequest,
    answer: AskedWalletWithdrawalView,
    success: 201,
    replays: true,
    stores: counted('withdrawal', 'code', 'message', 'idempotency_record'),
    errors: ['idempotency_key_missing', 'amount_invalid', 'currency_unsupported', ...createWalletWithdrawal.refusals],
  },
  confirmWalletWithdrawal: {
    ...ofUser,
    method: 'POST',
    path: '/wallet/withdrawals/{id}/confirm',
    summary: 'Confirm a withdrawal',
    description:
      'Takes the money out of the wallet and has the operator pay it to the user’s number. A code is compared at most five times. Wrong, expired and used codes get the same answer. A confirmed withdrawal is answered as it stands.',
    headers: ofUser.headers,
    body: ConfirmWalletWithdrawalRequest,
    answer: WalletWithdrawalView,
    success: 202,
    replays: false,
    stores: ending('withdrawal'),
    errors: confirmWalletWithdrawal.refusals,
  },
  getWalletWithdrawal: {
    ...reading,
    path: '/wallet/withdrawals/{id}',
    summary: 'Read a withdrawal',
    description: 'A withdrawal of the user of the token. That of another user or mode is answered like a missing one.',
    answer: WalletWithdrawalView,
    errors: getWalletWithdrawal.refusals,
  },
});
