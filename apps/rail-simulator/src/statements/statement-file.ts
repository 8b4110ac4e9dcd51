import type { DecidedPayment, Kind } from '../payments/payment.js';
import { transactionNumber } from '../payments/transaction-number.js';

const HEADER = 'operator_id,reference,time,amount,currency,kind,status';

/** A cash-in does not say whether it gives something back. */
const KINDS: Readonly<Record<Kind, 'collection' | 'refund' | 'payout'>> = {
  reversal: 'collection',
  repayment: 'collection',
  collection: 'collection',
  refund: 'refund',
  cash_in: 'payout',
  transfer: 'payout',
};

/** Francs that the line of number 70 has too many. */
const SURPLUS = 100n;

/** The statement of a day as CSV. Collections from the numbers 70 and 71 have lines that are wrong. What is taken back names its collection. */
export function statementFile(payments: readonly DecidedPayment[]): string {
  return [HEADER, ...payments.flatMap(linesOf)].map((line) => `${line}\n`).join('');
}

function linesOf(payment: DecidedPayment): readonly string[] {
  const isCollected = payment.kind === 'collection' && payment.state === 'succeeded';
  if (isCollected && payment.scenario === '70') return [lineOf({ ...payment, amount: payment.amount + SURPLUS })];
  if (isCollected && payment.scenario === '71')
    return payment.amount % 2n === 0n ? [] : [lineOf(payment), lineOf(payment)];
  return [lineOf(payment)];
}

function lineOf(payment: DecidedPayment): string {
  const { original, decided_at, amount, currency, kind } = payment;
  const isTakenBack = kind === 'reversal' || kind === 'repayment';
  const reference = isTakenBack ? (original ?? '') : payment.reference;
  const state = kind === 'reversal' ? 'reversed' : payment.state;
  return [transactionNumber(payment), reference, decided_at.toISOString(), amount, currency, KINDS[kind], state].join();
}
