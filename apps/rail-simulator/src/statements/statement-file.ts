import { UNASKED } from '../payments/books.repository.js';
import type { DecidedPayment, Kind } from '../payments/payment.js';
import { transactionNumber } from '../payments/transaction-number.js';

const HEADER = 'operator_id,reference,time,amount,currency,kind,status,phone';

/** A cash-in does not say whether it gives something back. */
const KINDS: Readonly<Record<Kind, 'collection' | 'refund' | 'payout'>> = {
  reversal: 'collection',
  repayment: 'collection',
  collection: 'collection',
  refund: 'refund',
  cash_in: 'payout',
  transfer: 'payout',
};

const NATIONAL_DIGITS = 9;

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
  const own = payment.reference.startsWith(UNASKED) ? '' : payment.reference;
  const reference = isTakenBack ? (original ?? '') : own;
  const state = kind === 'reversal' ? 'reversed' : payment.state;
  const moved = [transactionNumber(payment), reference, decided_at.toISOString(), amount, currency, KINDS[kind], state];
  return [...moved, phoneOf(payment)].join();
}

/** Orange Money knows its payers by the nine digits of the country. */
function phoneOf({ msisdn }: DecidedPayment): string {
  if (msisdn === null) return '';
  return msisdn.length === NATIONAL_DIGITS ? `+237${msisdn}` : `+${msisdn}`;
}
