import type { Cell, SheetRow } from './cell.js';
import { isBlank, letterOf, noCell } from './cell.js';
import type { Meaning } from './headings.js';
import { meaningOf, namesOtherCurrency } from './headings.js';
import type { Refusal } from './refusal.js';
import { refusedFile } from './refusal.js';
import { amountIn, phoneIn } from './values.js';

/** The columns that hold the values of a list. A column that the list does not have is -1. */
export interface Columns {
  readonly phone: number;
  readonly amount: number;
  readonly name: number;
  readonly firstName: number;
  readonly reference: number;
  readonly currency: number;
  /** The headings by their columns; none where the list has no headings. */
  readonly headings: readonly string[];
  /** The row of the headings, or of what is before the first row. */
  readonly headingRow: number;
}

/** The most rows above the headings: a title, a date, the name of a firm. */
const ABOVE_MAX = 30;
/** The most columns among which those of a list without headings are looked for. */
const WIDTH_MAX = 100;
const none = { name: -1, firstName: -1, reference: -1, currency: -1, headings: [], headingRow: 0 };

/** The columns of a list by its headings, or by what its columns hold where it has no headings. */
export function columnsOf(rows: readonly SheetRow[]): Columns | Refusal {
  const first = rows.slice(0, ABOVE_MAX);
  const heads = first.filter(({ cells }) => !cells.some(isPhone)).map((row) => ({ row, of: meaningsOf(row.cells) }));
  const both = heads.find(({ of }) => (of.has('phone') || of.has('number')) && of.has('amount'));
  if (both) return byHeadings(both.row, both.of);
  const columns = byContents(rows);
  if (columns) return columns;
  if (heads.some(({ of }) => of.has('amount'))) return refusedFile('column_phone_missing');
  if (heads.some(({ of }) => of.has('phone'))) return refusedFile('column_amount_missing');
  return refusedFile('columns_unclear');
}

/** The columns of each meaning. */
function meaningsOf(cells: readonly Cell[]): Map<Meaning, number[]> {
  const found = new Map<Meaning, number[]>();
  cells.forEach(({ text }, column) => {
    const meaning = meaningOf(text);
    if (meaning) found.set(meaning, [...(found.get(meaning) ?? []), column]);
  });
  return found;
}

function byHeadings({ row, cells }: SheetRow, of: ReadonlyMap<Meaning, readonly number[]>): Columns | Refusal {
  const phones = of.get('phone') ?? of.get('number') ?? [];
  const amounts = of.get('amount') ?? [];
  const refused = (code: Refusal['code'], column: number): Refusal => {
    const heading = cells[column]?.text.trim() ?? '';
    return { code, row, column: letterOf(column), heading, found: heading };
  };
  const [phone = -1, otherPhone] = phones;
  const [amount = -1, otherAmount] = amounts;
  const twice = otherPhone ?? otherAmount;
  if (twice !== undefined) return refused('column_twice', twice);
  if (namesOtherCurrency(cells[amount]?.text ?? '')) return refused('currency_other', amount);
  const at = (meaning: Meaning) => of.get(meaning)?.[0] ?? -1;
  return {
    ...{ phone, amount, name: at('name'), firstName: at('firstName'), reference: at('reference') },
    ...{ currency: at('currency'), headings: cells.map(({ text }) => text.trim()), headingRow: row },
  };
}

/** Without headings, one column has the phone numbers, one other the amounts; a third, of words, has the names. */
function byContents(rows: readonly SheetRow[]): Columns | undefined {
  const width = rows.reduce((most, { cells }) => Math.min(Math.max(most, cells.length), WIDTH_MAX), 0);
  const all = Array.from({ length: width }, (_, column) => column);
  const holding = (test: (cell: Cell) => boolean) => all.filter((column) => mostly(rows, column, test));
  const [phone, otherPhone] = holding(isPhone);
  const [amount, otherAmount] = holding((cell) => 'value' in amountIn(cell)).filter((column) => column !== phone);
  if (phone === undefined || amount === undefined || otherPhone !== undefined || otherAmount !== undefined)
    return undefined;
  const [name = -1] = holding(({ text }) => /\p{L}/u.test(text)).filter((c) => c !== phone && c !== amount);
  return { ...none, phone, amount, name };
}

/** True where three of four cells of a column that are not blank pass a test. */
function mostly(rows: readonly SheetRow[], column: number, test: (cell: Cell) => boolean): boolean {
  const cells = rows.map((row) => row.cells[column] ?? noCell).filter((cell) => !isBlank(cell));
  return cells.length > 0 && cells.filter(test).length * 4 >= cells.length * 3;
}

/** True for a cell that holds a whole phone number: of fewer digits, it would be an amount. */
export function isPhone(cell: Cell): boolean {
  return cell.text.replace(/\D/g, '').length >= 9 && 'value' in phoneIn(cell);
}
