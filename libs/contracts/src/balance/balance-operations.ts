import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import {
  BalanceTransactionPageAnswer,
  BalanceView,
  FeeQuery,
  FeeView,
  ListBalanceTransactionsQuery,
} from './balance-bodies.js';
import { listTransactions, readBalance, readStatement, summarizeBalance } from './balance-commands.js';
import { quoteFee } from './fee-commands.js';
import { BalanceSpanQuery, BalanceSummaryView, OwnSummaryView } from './span-bodies.js';

const reading = {
  method: 'GET',
  key: 'secret',
  scope: 'balance:read',
  takesSession: true,
  headers: sessionHeaders,
  success: 200,
  replays: false,
} as const;

/** The balance of a merchant, and the fees that were kept. */
export const balanceOperations = operationsOf({
  getBalance: {
    ...reading,
    path: '/balance',
    summary: 'Read the balance',
    description:
      'The balance in each currency: available now, and pending. Payments from wallets are available at once. Money that an operator has collected is available from the next day (Africa/Douala), or as the installation has agreed with the operator; in test mode, at once.',
    answer: BalanceView,
    errors: readBalance.refusals,
  },
  listBalanceTransactions: {
    ...reading,
    path: '/balance/transactions',
    summary: 'List the transactions of the balance',
    description:
      'Every movement of the balance of one currency, newest first, in pages. The sum of their `net` is the balance.',
    query: ListBalanceTransactionsQuery,
    answer: BalanceTransactionPageAnswer,
    errors: listTransactions.refusals,
  },
  getBalanceStatement: {
    ...reading,
    path: '/balance/statement',
    summary: 'Download a statement',
    description:
      'A CSV file of one currency: a row `opening_balance`, every transaction from `from` (inclusive) to `to` (exclusive) with the balance after it, oldest first, and a row `closing_balance`. Times are those of Africa/Douala, such as `2026-11-01T00:00:00.000+01:00`, and the name of the file has the days of Africa/Douala. The closing balance of a statement is the opening balance of the next one, which begins where it ends. A statement ends at `to`. While earlier transactions can still be added, it ends sooner, at the last moment up to which it is complete: the header `x-statement-to` and the last row give this end. The rows are sent while they are read; an answer that breaks off is not complete.',
    query: BalanceSpanQuery,
    csv: 'type,id,createdAt,availableAt,method,paymentIntentId,gross,fee,net,balance,currency,providerReference,description\r\n',
    errors: readStatement.refusals,
  },
  getBalanceSummary: {
    ...reading,
    path: '/balance/summary',
    summary: 'Read the sums of a span',
    description:
      'Opening and closing balance of a span of at most 32 days, and what happened in between: payments, refunds and fees by method, by who made them and by till. A payment by a link counts for whoever made the link. For the closing of a day, give its beginning and its end.',
    query: BalanceSpanQuery,
    answer: BalanceSummaryView,
    errors: summarizeBalance.refusals,
  },
  getOwnSummary: {
    ...reading,
    path: '/balance/summary/own',
    scope: 'intents:read',
    furtherScope: 'refunds:read',
    summary: 'Read your own sums of a span',
    description:
      'The payments and refunds that you made in a span of at most 32 days, by method and till, with their fees: those of the member whose session asks, or of the API key. A payment by a link counts for whoever made the link. The answer has neither the balance nor payouts, and nothing of other members: a cashier closes the own day with it.',
    query: BalanceSpanQuery,
    answer: OwnSummaryView,
    errors: summarizeBalance.refusals,
  },
  getFee: {
    ...reading,
    path: '/fees',
    summary: 'Read the fee of a payment before its charge',
    description:
      'The fee of a payment of this amount if it were charged now. Once the payment is charged, the fee is stated on the payment and its event; it is kept when the payment is refunded.',
    query: FeeQuery,
    answer: FeeView,
    errors: quoteFee.refusals,
  },
});
