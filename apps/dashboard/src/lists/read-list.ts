import type { SheetRow } from './cell.js';
import { isBlank, letterOf } from './cell.js';
import type { Columns } from './columns.js';
import { columnsOf, isPhone } from './columns.js';
import { csvRows, namedSeparator, separators } from './csv.js';
import { meaningOf } from './headings.js';
import type { FileCode, Refusal } from './refusal.js';
import { refusedFile } from './refusal.js';
import type { ListRow } from './rows.js';
import { readRows } from './rows.js';
import { textOf } from './text.js';
import { amountIn } from './values.js';

/** The most bytes of a file. */
export const FILE_MAX_BYTES = 1_024 * 1_024;
/** The most rows of a list. */
export const ROWS_MAX = 2_000;
/** More rows than a list has with its titles, sums and signatures: they are not looked at. */
const FILLED_MAX = 10 * ROWS_MAX;

/** A list as it was read: rows that can be paid, what is wrong, and what was left aside. */
export interface ReadList {
  readonly rows: readonly ListRow[];
  readonly refusals: readonly Refusal[];
  /** Rows below the list that pay nobody. */
  readonly unpaid: readonly number[];
  /** The headings of columns that are not read. */
  readonly unreadColumns: readonly string[];
  /** The names of sheets that are not read. */
  readonly otherSheets: readonly string[];
}

interface Sheet {
  readonly rows: readonly SheetRow[];
  readonly hiddenColumns: readonly number[];
  readonly otherSheets: readonly string[];
}

/** The first bytes of the files that people choose by mistake. */
const beginnings: readonly (readonly [string, FileCode])[] = [
  // also a workbook with a password
  ['\xd0\xcf\x11\xe0', 'file_old_excel'],
  ['%PDF', 'file_no_list'],
  ['\x89PNG', 'file_no_list'],
  ['\xff\xd8\xff', 'file_no_list'],
  ['{\\rtf', 'file_no_list'],
];
const ARCHIVE = 'PK\x03\x04';
const MARKUP = /^\s*<(?:!doctype|html|\?xml|table|meta)\b/i;

/** Reads a list as people write it, from separated text or a workbook. What is wrong with the file is in the answer. */
export async function readList(bytes: Uint8Array): Promise<ReadList> {
  if (bytes.length > FILE_MAX_BYTES) return refusedList('file_too_large');
  const begins = String.fromCharCode(...bytes.subarray(0, 4));
  const other = beginnings.find(([beginning]) => begins.startsWith(beginning));
  if (other) return refusedList(other[1]);
  const sheet = begins === ARCHIVE ? await workbookSheet(bytes) : textSheet(bytes);
  return typeof sheet === 'string' ? refusedList(sheet) : listOf(sheet);
}

async function workbookSheet(bytes: Uint8Array): Promise<Sheet | FileCode> {
  // loaded for the first workbook only
  const { readWorkbook } = await import('./workbook/workbook.js');
  try {
    return readWorkbook(bytes);
  } catch {
    return 'file_unreadable';
  }
}

function textSheet(bytes: Uint8Array): Sheet | FileCode {
  const text = textOf(bytes);
  if (text.includes('\0') || MARKUP.test(text)) return 'file_no_list';
  const named = namedSeparator(text);
  const read = (named === undefined ? separators : [named]).map((separator) => {
    const rows = csvRows(text, separator);
    return { rows, likeness: listLikeness(rows) };
  });
  const [best] = read.sort((one, another) => another.likeness - one.likeness);
  return { rows: best?.rows ?? [], hiddenColumns: [], otherSheets: [] };
}

/** The likeness of rows to a list: those with headings of it, or with a number beside an amount; then those of several cells. */
function listLikeness(rows: readonly SheetRow[]): number {
  return rows.reduce((sum, { cells }) => {
    const meanings = new Set(cells.map(({ text }) => meaningOf(text)));
    const isHead = meanings.has('amount') && (meanings.has('phone') || meanings.has('number'));
    const isPaid = cells.some(isPhone) && cells.some((cell) => !isPhone(cell) && 'value' in amountIn(cell));
    const isSeveral = cells.filter((cell) => !isBlank(cell)).length > 1;
    return sum + (isHead ? 1_000 : 0) + (isPaid ? 10 : 0) + (isSeveral ? 1 : 0);
  }, 0);
}

function listOf({ rows, hiddenColumns, otherSheets }: Sheet): ReadList {
  const filled = rows.filter(({ cells }) => !cells.every(isBlank));
  if (filled.length === 0) return { ...refusedList('file_empty'), otherSheets };
  if (filled.length > FILLED_MAX) return refusedList('rows_too_many', String(filled.length));
  const columns = columnsOf(filled);
  if ('code' in columns) return { ...refusedList('file_empty'), refusals: [columns], otherSheets };
  const read = readRows(filled, columns);
  const count = read.rows.length + new Set(read.refusals.map(({ row }) => row)).size;
  if (count > ROWS_MAX) return refusedList('rows_too_many', String(count));
  if (count === 0) return { ...refusedList('file_empty'), otherSheets };
  const hidden = hiddenOf(columns, hiddenColumns);
  const refusals = [...hidden, ...read.refusals];
  const paid = hidden.length > 0 ? [] : read.rows;
  return { ...read, rows: paid, refusals, unreadColumns: unreadOf(columns), otherSheets };
}

/** The refusals of the columns that a spreadsheet does not show: nobody pays what they do not see. */
function hiddenOf(columns: Columns, hiddenColumns: readonly number[]): readonly Refusal[] {
  const row = Math.max(columns.headingRow, 1);
  return readColumns(columns)
    .filter((column) => hiddenColumns.includes(column))
    .map((column) => {
      const heading = columns.headings[column] ?? '';
      return { code: 'column_hidden', row, column: letterOf(column), heading, found: '' };
    });
}

function unreadOf(columns: Columns): readonly string[] {
  const read = readColumns(columns);
  return columns.headings.filter((heading, column) => heading !== '' && !read.includes(column));
}

function readColumns({ phone, amount, name, firstName, reference, currency }: Columns): readonly number[] {
  return [phone, amount, name, firstName, reference, currency];
}

function refusedList(code: FileCode, found = ''): ReadList {
  return { rows: [], refusals: [refusedFile(code, found)], unpaid: [], unreadColumns: [], otherSheets: [] };
}
