import type { PaymentIntent } from '@paygate/api-types';
import { wordFor } from '../../../i18n/api-words.js';
import type { Messages } from '../../../i18n/en.js';
import { decimalOf } from '../../../i18n/formats.js';
import type { Sheet } from './csv.js';

/**
 * The rows of the file in the words of the page. Amounts are decimals of the currency's major unit, times ISO 8601 in
 * UTC; what a payment does not have is empty.
 */
export function paymentSheet(payments: readonly PaymentIntent[], t: Messages): Sheet {
  const columns = columnsOf(t);
  const headings = columns.map(([heading]) => heading);
  const rows = payments.map((payment) => columns.map(([, cell]) => cell(payment) ?? ''));
  const decimals = [t.payments.amount, t.exporting.fee, t.exporting.net, t.payment.refunded];
  return { rows: [headings, ...rows], decimals };
}

type Column = readonly [heading: string, cell: (payment: PaymentIntent) => string | null];

function columnsOf(t: Messages): readonly Column[] {
  const amount = (digits: string | null, { currencyExponent }: PaymentIntent): string | null =>
    digits === null ? null : decimalOf(digits, currencyExponent);
  return [
    [t.payments.id, ({ id }) => id],
    [t.payments.created, ({ createdAt }) => createdAt],
    [t.payment.completed, ({ completedAt }) => completedAt],
    [t.payments.status, ({ status }) => wordFor(t.intentStatus, status)],
    [t.payments.amount, (payment) => amount(payment.amount, payment)],
    [t.exporting.fee, (payment) => amount(payment.fee, payment)],
    [t.exporting.net, (payment) => amount(payment.net, payment)],
    [t.payment.refunded, (payment) => amount(payment.amountRefunded, payment)],
    [t.exporting.currency, ({ currency }) => currency],
    [t.payments.method, ({ paymentMethod }) => methodWord(t, paymentMethod)],
    [t.payments.reference, ({ reference }) => reference],
    [t.payments.description, ({ description }) => description],
    [t.payment.failure, ({ failure }) => (failure === null ? null : wordFor(t.failure, failure.code))],
  ];
}

/** The method of a payment, in words; null before its charge. */
export function methodWord(t: Messages, method: PaymentIntent['paymentMethod']): string | null {
  if (method === null) return null;
  return method.operator === null ? wordFor(t.methodType, method.type) : wordFor(t.operator, method.operator);
}
