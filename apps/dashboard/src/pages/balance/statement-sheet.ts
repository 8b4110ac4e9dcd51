import type { PaymentIntent } from '@paygate/api-types';
import type { ColumnKind, Sheet } from '@paygate/paper';
import { decimalOf, exponentOf } from '@paygate/paper';
import { wordFor } from '../../i18n/api-words.js';
import type { Messages } from '../../i18n/en.js';
import { linkOf, payerText } from '../payments/export/payment-rows.js';

/** A row of the API's statement, by its headings. */
export type StatementRow = Readonly<Record<string, string>>;

/** A cell of RFC 4180, and the comma after it. */
const CELL = /("(?:[^"]|"")*"|[^,"]*),/g;

/** The rows of the API's statement, none of whose cells has a line break. */
export function statementRows(csv: string): readonly StatementRow[] {
  const [headings = [], ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => [...`${line},`.matchAll(CELL)].map(([, cell = '']) => plainCell(cell)));
  return lines.map((cells) => Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ''])));
}

function plainCell(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/** The payments that the rows of a statement name. */
export function paymentsOfRows(rows: readonly StatementRow[]): readonly string[] {
  return [...new Set(rows.map((row) => row['paymentIntentId'] ?? ''))].filter((id) => id !== '');
}

/**
 * The statement in the reader's words: opening balance, every transaction with what its payment says of itself, the total, closing
 * balance. A payment that is not known any more leaves its cells empty.
 */
export function statementSheet(
  rows: readonly StatementRow[],
  payments: ReadonlyMap<string, PaymentIntent>,
  t: Messages,
): Sheet {
  const columns = columnsOf(t, payments);
  const entries = rows.filter(({ type }) => !isBalance(type));
  const total = totalOf(entries, rows[0]?.['currency'] ?? 'XAF');
  const all = [...rows.slice(0, -1), total, ...rows.slice(-1)];
  return {
    columns: columns.map(([heading, kind]) => ({ heading, kind })),
    rows: all.map((row) => columns.map(([, , cell]) => cell(row) ?? '')),
  };
}

type Column = readonly [heading: string, kind: ColumnKind, cell: (row: StatementRow) => string | null | undefined];

function columnsOf(t: Messages, payments: ReadonlyMap<string, PaymentIntent>): readonly Column[] {
  const paymentOf = (row: StatementRow): PaymentIntent | undefined => payments.get(row['paymentIntentId'] ?? '');
  const ofPayment =
    (cell: (payment: PaymentIntent) => string | null): Column[2] =>
    (row) => {
      const payment = paymentOf(row);
      return payment && cell(payment);
    };
  const money = (name: string): Column[2] => {
    return (row) => row[name] && decimalOf(row[name], exponentOf(row['currency'] ?? ''));
  };
  return [
    [t.exporting.at(t.balance.created), 'moment', (row) => row['createdAt']],
    [t.balance.type, 'text', (row) => typeWord(row['type'] ?? '', t)],
    [t.balance.method, 'text', ({ method }) => method && wordFor(t.balance.methods, method)],
    [t.payments.payer, 'text', ofPayment(payerText)],
    [t.payments.reference, 'text', ofPayment(({ reference }) => reference)],
    [t.payments.description, 'text', (row) => paymentOf(row)?.description ?? row['description']],
    [t.exporting.link, 'text', ofPayment(linkOf)],
    [t.balance.gross, 'money', money('gross')],
    [t.balance.fee, 'money', money('fee')],
    [t.balance.net, 'money', money('net')],
    [t.balance.balance, 'money', money('balance')],
    [t.exporting.currency, 'text', ({ currency }) => currency],
    [t.exporting.at(t.balance.availableAt), 'moment', (row) => (isEntry(row) ? row['availableAt'] : null)],
    [t.balance.payment, 'text', ({ paymentIntentId }) => paymentIntentId],
    [t.balance.transaction, 'text', ({ id }) => id],
    [t.operatorNumber.title, 'text', (row) => row['providerReference']],
  ];
}

const TOTAL = 'total';

function isBalance(type: string | undefined): boolean {
  return type === 'opening_balance' || type === 'closing_balance';
}

function isEntry({ type }: StatementRow): boolean {
  return !isBalance(type) && type !== TOTAL;
}

function typeWord(type: string, t: Messages): string {
  const words = { opening_balance: t.balance.opening, closing_balance: t.balance.closing, [TOTAL]: t.exporting.total };
  return wordFor({ ...t.balance.types, ...words }, type);
}

function totalOf(entries: readonly StatementRow[], currency: string): StatementRow {
  const sum = (name: string): string => entries.reduce((total, row) => total + BigInt(row[name] ?? '0'), 0n).toString();
  return { type: TOTAL, currency, gross: sum('gross'), fee: sum('fee'), net: sum('net') };
}
