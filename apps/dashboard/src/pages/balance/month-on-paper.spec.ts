import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { PaperLanguage, Sheet } from '@paygate/paper';
import { formOf } from '@paygate/paper';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import type { Messages } from '../../i18n/en.js';
import { en } from '../../i18n/en.js';
import { fr } from '../../i18n/fr.js';
import { ADJUSTED, busiestDay, MONTH, shopMonth } from '../../test/shop-month.js';
import { paymentSheet } from '../payments/export/payment-rows.js';
import type { FileFormat } from '../payments/export/spreadsheet.js';
import { spreadsheet } from '../payments/export/spreadsheet.js';
import { closingSheet } from './closing-sheet.js';
import { statementRows, statementSheet } from './statement-sheet.js';

/*
 * A month of a shop as closing, statement and export, in CSV and XLSX, in both languages, opened by readers that are not ours. PAPER_FILES names a
 * folder that keeps the files for other spreadsheets.
 */

const month = shopMonth();
const day = busiestDay(month);
const texts: Readonly<Record<PaperLanguage, Messages>> = { en, fr };
const everyFile = (['fr', 'en'] as const).flatMap((language) =>
  (['csv', 'xlsx'] as const).map((format) => [language, format] as const),
);
const lineWords = {
  type: ({ type }: { readonly type: string }) => type,
  method: ({ method }: { readonly method: string | null }) => method ?? '',
  till: ({ tillId = null }: { readonly tillId?: string | null }) => tillId ?? '–',
  who: ({ actor }: { readonly actor: string | null }) => actor ?? '',
};

type Cell = string | number | Date | null;

/** Rows as a reader of files gives them: numbers, dates and text. */
async function opened(
  name: string,
  sheet: Sheet,
  language: PaperLanguage,
  format: FileFormat,
): Promise<readonly Cell[][]> {
  const bytes = Buffer.from(await (await spreadsheet(format, sheet, language)).arrayBuffer());
  const folder = process.env['PAPER_FILES'];
  if (folder !== undefined) writeFileSync(join(folder, `${name}-${language}.${format}`), bytes);
  if (format === 'xlsx') return (await readSheet(bytes)) as Cell[][];
  const { separator, fraction } = formOf[language];
  const rows: string[][] = parse(bytes, { bom: true, delimiter: separator });
  return rows.map((row) => row.map((text) => valueOf(text, fraction)));
}

/** What a spreadsheet takes a cell of CSV for. */
function valueOf(text: string, fraction: string): Cell {
  if (text === '') return null;
  const decimal = text.replace(fraction, '.');
  if (/^-?\d+(\.\d+)?$/.test(decimal)) return Number(decimal);
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? new Date(`${text.replace(' ', 'T')}Z`) : text;
}

/** The sums of a column over the rows that a first cell other than these begins, and the rows that they begin. */
function reading(rows: readonly Cell[][]) {
  const [headings = [], ...body] = rows;
  const at = (heading: string): number => {
    const place = headings.indexOf(heading);
    expect([heading, place >= 0]).toEqual([heading, true]);
    return place;
  };
  return {
    body,
    cell: (row: readonly Cell[] | undefined, heading: string) => row?.[at(heading)],
    sum: (heading: string, of = body) => of.reduce((total, row) => total + Number(row[at(heading)] ?? 0), 0),
  };
}

const sumOf = (lines: readonly { readonly gross: string; readonly fee: string; readonly net: string }[]) => ({
  gross: lines.reduce((sum, { gross }) => sum + Number(gross), 0),
  fee: lines.reduce((sum, { fee }) => sum + Number(fee), 0),
  net: lines.reduce((sum, { net }) => sum + Number(net), 0),
});

describe.each(everyFile)('in %s as %s', (language, format) => {
  const t = texts[language];
  const [gross, fee, net, balance] = [t.balance.gross, t.balance.fee, t.balance.net, t.balance.balance];

  test('the closing of a day has the sums of the API, payouts apart', async () => {
    const summary = month.summaryOf(day);
    const { body, sum, cell } = reading(
      await opened('closing', closingSheet(day, summary, lineWords, t), language, format),
    );
    const kind = (row: readonly Cell[]) => cell(row, t.balance.type);
    const [opening, total, payouts, closing] = [
      t.balance.opening,
      t.balance.total,
      t.balance.payouts,
      t.balance.closing,
    ];
    const lines = body.filter((row) => ![opening, total, payouts, closing].includes(String(kind(row))));
    expect({ gross: sum(gross, lines), fee: sum(fee, lines), net: sum(net, lines) }).toEqual(sumOf(summary.data));
    expect(sum(t.balance.count, lines)).toBe(summary.data.reduce((all, { count }) => all + count, 0));
    const takings = sumOf(summary.data.filter(({ type }) => type !== 'payout' && type !== 'fee'));
    const totals = body.find((row) => kind(row) === total);
    expect([gross, fee, net].map((one) => cell(totals, one))).toEqual([takings.gross, takings.fee, takings.net]);
    const [first, last] = [body[0], body.at(-1)];
    expect([cell(first, balance), cell(last, balance)]).toEqual([Number(summary.opening), Number(summary.closing)]);
    expect(Number(summary.opening) + sum(net, lines)).toBe(Number(summary.closing));
  });

  test('the statement has every transaction of the month in Douala, and opens, adds up and closes as the API', async () => {
    const payments = new Map(month.payments.map((payment) => [payment.id, payment]));
    const sheet = statementSheet(statementRows(month.statement), payments, t);
    const { body, sum, cell } = reading(await opened('statement', sheet, language, format));
    const entries = body.slice(1, -2);
    expect({ gross: sum(gross, entries), fee: sum(fee, entries), net: sum(net, entries) }).toEqual(
      sumOf(month.summary.data),
    );
    const total = body.at(-2);
    expect([gross, fee, net].map((one) => cell(total, one))).toEqual(Object.values(sumOf(month.summary.data)));
    expect(cell(body[0], balance)).toBe(Number(month.summary.opening));
    expect(cell(body.at(-1), balance)).toBe(Number(month.summary.closing));
    const days = body.slice(0, -2).map((row) => cell(row, t.exporting.at(t.balance.created)) as Date);
    expect(new Set(days.map((at) => at.toISOString().slice(0, 7)))).toEqual(new Set([MONTH]));
    expect(days[0]?.toISOString()).toBe(`${MONTH}-01T00:00:00.000Z`);
    const named = entries.filter((row) => cell(row, t.payments.reference) !== null);
    expect(named).toHaveLength(month.payments.length + month.refunds.length);
    const adjusted = entries.filter((row) => cell(row, t.balance.type) === t.balance.types.adjustment);
    expect(adjusted.map((row) => [cell(row, t.payments.description), cell(row, net)])).toEqual([[ADJUSTED, 40]]);
  });

  test('the export has payments and refunds as rows, which add up to the sums of the API', async () => {
    const { body, sum, cell } = reading(
      await opened('export', paymentSheet(month.payments, month.refunds, t), language, format),
    );
    const [rows, total] = [body.slice(0, -1), body.at(-1)];
    const moved = sumOf(month.summary.data.filter(({ type }) => type === 'charge' || type === 'refund'));
    const columns = [t.payments.amount, t.exporting.fee, t.exporting.net];
    expect(columns.map((column) => sum(column, rows))).toEqual([moved.gross, moved.fee, moved.net]);
    expect(columns.map((column) => cell(total, column))).toEqual([moved.gross, moved.fee, moved.net]);
    expect(rows).toHaveLength(month.payments.length + month.refunds.length);
  });

  test('a formula is harmless text', async () => {
    const { body, cell } = reading(await opened('export', paymentSheet(month.payments, [], t), language, format));
    const references = new Set(body.map((row) => cell(row, t.payments.reference)));
    const disarmed = format === 'csv' ? "'" : '';
    for (const text of ['=1+1', '+237670000001', '-2500', '@SUM(A1)'])
      expect([text, references.has(`${disarmed}${text}`)]).toEqual([text, true]);
  });
});
