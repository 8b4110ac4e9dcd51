import type { PaymentIntent, Refund } from '@paygate/api-types';
import type { ColumnKind, Sheet } from '@paygate/paper';
import { decimalOf, exponentOf } from '@paygate/paper';
import { maskedText } from '@paygate/typed-input';
import { wordFor } from '../../../i18n/api-words.js';
import type { Messages } from '../../../i18n/en.js';
import type { Totals } from './totals.js';
import { totalsOf } from './totals.js';

/**
 * The payments in the words of the page, each followed by its refunds and by what the operator has taken back, and the sums of what has moved money, by currency. Amounts are
 * decimals of the currency's major unit; what a row does not have is empty.
 */
export function paymentSheet(payments: readonly PaymentIntent[], refunds: readonly Refund[], t: Messages): Sheet {
  const columns = columnsOf(t);
  const ofPayment = Map.groupBy(refunds, ({ paymentIntentId }) => paymentIntentId);
  const rows = [
    ...payments.flatMap((payment) => [
      { payment } as const,
      ...(ofPayment.get(payment.id) ?? []).map((refund) => ({ payment, refund }) as const),
      ...takenBackOf(payment).map((takenBack) => ({ payment, takenBack }) as const),
    ]),
    ...totalsOf(payments, refunds).map((totals) => ({ totals }) as const),
  ];
  return {
    columns: columns.map(([heading, kind]) => ({ heading, kind })),
    rows: rows.map((row) => columns.map(([, , cell]) => cell(row) ?? '')),
  };
}

/** A payment, one of its refunds, what was taken back of it, or sums. */
interface Row {
  readonly takenBack?: string;
  readonly payment?: PaymentIntent;
  readonly refund?: Refund;
  readonly totals?: Totals;
}
type Column = readonly [heading: string, kind: ColumnKind, cell: (row: Row) => string | null | undefined];

function columnsOf(t: Messages): readonly Column[] {
  return [
    [t.exporting.kind, 'text', (row) => kindOf(row, t)],
    [t.exporting.at(t.payments.created), 'moment', (row) => ownOf(row)?.createdAt],
    [t.exporting.at(t.payment.completed), 'moment', (row) => ownOf(row)?.completedAt],
    [t.payments.status, 'text', (row) => statusOf(row, t)],
    ...moneyColumns(t),
    [t.exporting.currency, 'text', ({ payment, totals }) => (payment ?? totals)?.currency],
    [t.payments.method, 'text', ({ payment }) => payment && methodWord(t, payment.paymentMethod)],
    [t.payments.payer, 'text', ({ payment }) => payment && payerText(payment)],
    [t.payments.reference, 'text', ({ payment }) => payment?.reference],
    [
      t.payments.description,
      'text',
      ({ payment, refund }) => (refund === undefined ? payment?.description : refund.reason),
    ],
    [t.exporting.link, 'text', ({ payment }) => payment && linkOf(payment)],
    [t.payment.failure, 'text', (row) => failureOf(row, t)],
    [t.payments.id, 'text', ({ payment }) => payment?.id],
    [t.refunds.id, 'text', ({ refund }) => refund?.id],
    [t.operatorNumber.title, 'text', (row) => ownOf(row)?.providerReference],
  ];
}

function moneyColumns(t: Messages): readonly Column[] {
  const column = (heading: string, of: (row: Row) => string | null | undefined): Column => [
    heading,
    'money',
    (row) => {
      const amount = of(row);
      const currency = (row.payment ?? row.totals)?.currency ?? '';
      return amount && decimalOf(amount, row.payment?.currencyExponent ?? exponentOf(currency));
    },
  ];
  return [
    column(t.payments.amount, ({ payment, refund, takenBack, totals }) =>
      refund ? negative(refund) : (takenBack ?? (totals ?? payment)?.amount),
    ),
    column(t.exporting.fee, (row) => (isOfPayment(row) ? null : (row.totals ?? row.payment)?.fee)),
    column(t.exporting.net, ({ payment, refund, takenBack, totals }) =>
      refund ? returned(refund) : (takenBack ?? (totals ?? payment)?.net),
    ),
  ];
}

/** The amount that was taken back of a payment, as its row has it; none for nearly every payment. */
function takenBackOf({ amountReversed = '0' }: Partial<PaymentIntent>): readonly string[] {
  return amountReversed === '0' ? [] : [`-${amountReversed}`];
}

/** True for a row that belongs to the payment above it. */
function isOfPayment({ refund, takenBack }: Row): boolean {
  return refund !== undefined || takenBack !== undefined;
}

/** The payment or the refund that a row is. */
function ownOf({ payment, refund, takenBack }: Row): PaymentIntent | Refund | undefined {
  return takenBack === undefined ? (refund ?? payment) : undefined;
}

function kindOf({ refund, takenBack, totals }: Row, t: Messages): string {
  if (totals !== undefined) return t.exporting.total;
  if (takenBack !== undefined) return wordFor(t.balance.types, 'reversal');
  return wordFor(t.balance.types, refund === undefined ? 'charge' : 'refund');
}

function statusOf({ payment, refund, takenBack }: Row, t: Messages): string | undefined {
  if (takenBack !== undefined) return undefined;
  if (refund !== undefined) return wordFor(t.refunds.statuses, refund.status);
  return payment && standingWord(payment, t);
}

/** The facts that decide how a payment stands. */
export type Standing = Pick<PaymentIntent, 'status'> &
  Partial<Pick<PaymentIntent, 'amount' | 'amountRefunded' | 'amountReversed'>>;

/** The state of a payment in words; one that was taken back, or refunded, says so, in full or in part. */
export function standingWord({ status, amount, amountRefunded, amountReversed = '0' }: Standing, t: Messages): string {
  if (amountReversed !== '0') return amountReversed === amount ? t.refunds.reversedInFull : t.refunds.reversedInPart;
  if (amountRefunded === undefined || amountRefunded === '0') return wordFor(t.intentStatus, status);
  return amountRefunded === amount ? t.refunds.inFull : t.refunds.inPart;
}

function failureOf({ payment, refund }: Row, t: Messages): string | undefined {
  const code = (refund ?? payment)?.failure?.code;
  return code && wordFor(t.failure, code);
}

function negative({ amount }: Refund): string {
  return `-${amount}`;
}

/** What a refund takes from the balance: nothing before it is completed. */
function returned(refund: Refund): string | null {
  return refund.status === 'COMPLETED' ? negative(refund) : null;
}

/** The payer, as far as the shop may know: the end of the phone number, else the customer's id. */
export function payerText({ payer, userId }: Pick<PaymentIntent, 'payer' | 'userId'>): string | null {
  const phone = payer?.phoneMasked ?? null;
  return phone === null ? (payer?.userId ?? userId) : maskedText(phone);
}

/** The link by which a payment was made. */
export function linkOf({ metadata }: Pick<PaymentIntent, 'metadata'>): string | null {
  const { paymentLinkId } = metadata as { readonly paymentLinkId?: unknown };
  return typeof paymentLinkId === 'string' ? paymentLinkId : null;
}

/** The method of a payment, in words; null before its charge. */
export function methodWord(t: Messages, method: PaymentIntent['paymentMethod']): string | null {
  if (method === null) return null;
  return method.operator === null ? wordFor(t.methodType, method.type) : wordFor(t.operator, method.operator);
}
