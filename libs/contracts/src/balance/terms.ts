import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';

/** Most days ahead for which the balance says what becomes available. */
export const MATURITIES_MAX = 40;
/** Most transactions of one page. */
export const PAGE_MAX_TRANSACTIONS = 100;
/** Most rows of a statement that one reply holds. */
export const STATEMENT_PAGE_ROWS = 500;
/** Most lines of a summary: each way, actor and till has a line. */
export const SUMMARY_LINES_MAX = 1_000;

/** The id of a transaction of a balance: that of its charge, refund, reversal, adjustment or transfer; a further leg of it has its number. */
export const TRANSACTION_ID = /^[a-z]{2,3}_[0-9a-z]{26}(\.[0-9]{1,4})?$/;

/** Characters of the reason of an adjustment, and of the paper that explains it. */
export const ADJUSTMENT_REASON_MAX = 200;
export const ADJUSTMENT_REFERENCE_MAX = 64;
/** Characters of both, as merchants read them. */
export const ADJUSTMENT_DESCRIPTION_MAX = ADJUSTMENT_REASON_MAX + ADJUSTMENT_REFERENCE_MAX + 3;

export const transactionTypes = [
  'charge',
  'fee',
  'refund',
  'payout',
  'reversal',
  'adjustment',
  'late_payment',
] as const;
/** The cause of a movement of a merchant's money: a payment, a fee apart from payments, a refund, a payout, a reversal, an adjustment, or money that came late for a payment. */
export type TransactionType = (typeof transactionTypes)[number];

/** The ways of money that have a fee of their own: wallets, and each rail. */
export const feeMethods = ['wallet', ...mobileOperators] as const;
export type FeeMethod = 'wallet' | MobileOperator;

export const FEE_BPS_MAX = 10_000;
