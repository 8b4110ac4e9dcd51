import type { Cell, SheetRow } from './cell.js';
import { isBlank, letterOf, noCell } from './cell.js';
import type { Columns } from './columns.js';
import { isTotal } from './headings.js';
import type { CellCode, Refusal } from './refusal.js';
import type { Read } from './values.js';
import { amountIn, keptText, phoneIn, wordsIn } from './values.js';

/** A row of a list that can be paid. */
export interface ListRow {
  /** The row of the file. */
  readonly row: number;
  /** In E.164. */
  readonly phoneNumber: string;
  /** In minor units. */
  readonly amount: string;
  readonly name: string | null;
  readonly reference: string | null;
}

/** The rows of a list, what is wrong with the others, and those that nobody is paid by. */
export interface ReadRows {
  readonly rows: readonly ListRow[];
  readonly refusals: readonly Refusal[];
  /** Rows below the list without a number and an amount, such as a place for signatures. */
  readonly unpaid: readonly number[];
}

/** The most characters of a name, and of a reference. */
const NAME_MAX = 100;
const REFERENCE_MAX = 64;
const OWN_CURRENCY = /^(?:xaf|f\.?\s?cfa|cfa|frs?|f)$/i;

/** Reads the rows below the headings. */
export function readRows(rows: readonly SheetRow[], columns: Columns): ReadRows {
  const reader = new RowReader(columns);
  for (const row of rows) if (row.row > columns.headingRow && !row.cells.every(isBlank)) reader.read(row);
  return reader.result();
}

class RowReader {
  private readonly columns: Columns;
  private readonly rows: ListRow[] = [];
  private readonly refusals: Refusal[] = [];
  /** Rows with neither number nor amount since the last one that had any. */
  private bare: SheetRow[] = [];
  private sinceTotal = 0n;
  private sum = 0n;

  constructor(columns: Columns) {
    this.columns = columns;
  }

  read(row: SheetRow): void {
    const { phone, amount } = this.columns;
    const [phoneCell, amountCell] = [at(row, phone), at(row, amount)];
    if (this.repeatsHeadings(row)) return;
    if ((isBlank(phoneCell) || isTotal(phoneCell.text)) && this.isSum(row, amountCell)) return;
    if (isBlank(phoneCell) && isBlank(amountCell)) {
      this.bare.push(row);
      return;
    }
    for (const before of this.bare) this.refuse('phone_missing', before, phone);
    this.bare = [];
    this.readPaid(row, phoneCell, amountCell);
  }

  result(): ReadRows {
    return { rows: this.rows, refusals: this.refusals, unpaid: this.bare.map(({ row }) => row) };
  }

  private readPaid(row: SheetRow, phoneCell: Cell, amountCell: Cell): void {
    const { phone, amount } = this.columns;
    const before = this.refusals.length;
    if (row.isHidden) this.refuse('row_hidden', row, -1);
    this.refuseBeyond(row);
    this.refuseCurrency(row);
    const phoneNumber = this.value(phoneIn(phoneCell), row, phone);
    const value = this.value(amountIn(amountCell), row, amount);
    const paid = { row: row.row, phoneNumber, amount: value, ...this.words(row) };
    if (this.refusals.length > before) return;
    this.rows.push(paid);
    this.sum += BigInt(value);
    this.sinceTotal += BigInt(value);
  }

  private words(row: SheetRow): Pick<ListRow, 'name' | 'reference'> {
    const { name, firstName, reference } = this.columns;
    const full = fullName(at(row, name), at(row, firstName));
    const named = this.value(wordsIn(full, NAME_MAX), row, name < 0 ? firstName : name);
    const referred = this.value(wordsIn(at(row, reference), REFERENCE_MAX), row, reference);
    return { name: named || null, reference: referred || null };
  }

  /** The value of a cell; empty where it is refused. */
  private value(read: Read<string>, row: SheetRow, column: number): string {
    if ('value' in read) return read.value;
    this.refuse(read.fault, row, column);
    return '';
  }

  /** A line of sums, which pays nobody. Its sum is that of the list, or of the rows since the line of sums before it. */
  private isSum(row: SheetRow, amountCell: Cell): boolean {
    const stated = amountIn(amountCell);
    const fits = 'value' in stated && [this.sum, this.sinceTotal].includes(BigInt(stated.value));
    const isNamed = row.cells.some(({ text }) => isTotal(text));
    const isAlone = row.cells.filter((cell) => !isBlank(cell)).length === 1;
    if (!isNamed && !(fits && isAlone)) return false;
    if (!fits && 'value' in stated && this.refusals.length === 0)
      this.refuse('total_differs', row, this.columns.amount);
    this.sinceTotal = 0n;
    return true;
  }

  /** A row with more cells than the list has columns: a comma in an amount has cut it in two. */
  private refuseBeyond(row: SheetRow): void {
    const { headings } = this.columns;
    if (headings.length === 0) return;
    const beyond = row.cells.findIndex((cell, column) => column >= headings.length && !isBlank(cell));
    if (beyond >= 0) this.refuse('cells_beyond', row, beyond);
  }

  private refuseCurrency(row: SheetRow): void {
    const { currency } = this.columns;
    const text = at(row, currency).text.normalize('NFKC').trim();
    if (text !== '' && !OWN_CURRENCY.test(text)) this.refuse('currency_other', row, currency);
  }

  /** Headings stand again on each printed page. */
  private repeatsHeadings({ cells }: SheetRow): boolean {
    const { headings, phone, amount } = this.columns;
    return [phone, amount].every((column) => {
      const heading = headings[column] ?? '';
      return heading !== '' && cells[column]?.text.trim() === heading;
    });
  }

  private refuse(code: CellCode, row: SheetRow, column: number): void {
    const heading = this.columns.headings[column] ?? '';
    const place = { column: column < 0 ? null : letterOf(column), heading };
    this.refusals.push({ code, row: row.row, ...place, found: column < 0 ? '' : at(row, column).text.trim() });
  }
}

function at(row: SheetRow, column: number): Cell {
  return row.cells[column] ?? noCell;
}

/** A name whose first name may stand in a column of its own. */
function fullName(last: Cell, first: Cell): Cell {
  const wrong = [last, first].find(({ kind }) => ['date', 'error', 'unsolved', 'covered'].includes(kind));
  return wrong ?? { kind: 'text', text: `${keptText(last.text)} ${keptText(first.text)}` };
}
