import { amountOf, phoneOf } from '@paygate/typed-input';
import type { Cell } from './cell.js';
import { isBlank } from './cell.js';
import { namesOtherCurrency } from './headings.js';
import type { CellCode } from './refusal.js';

/** A value that was read from a cell, or what is wrong with it. */
export type Read<Value> = { readonly value: Value } | { readonly fault: CellCode };

/** The country code of a number that has none. */
const HOME = '+237';
/** The way to keep a number as text in a file of separated cells: `="0670000001"`. */
const KEPT_TEXT = /^=\s*"([^"=]*)"$/;
/** A number as a spreadsheet shortens it for a narrow column, which loses digits: `6,77E+08`. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+?\d+$/i;
/** Zeros behind the decimal mark of a whole number that a program wrote. */
const ZERO_DECIMALS = /^(\d+)\.0+$/;
/** Decimals before the end of an amount, or before its currency. */
const DECIMALS = /^(?<whole>.*\d)(?<mark>[.,])(?<decimals>\d{1,2})(?<rest>\D*)$/s;

/** More characters than a number or an amount has, however it is written: a file may hold a million in one cell. */
const WRITTEN_MAX = 200;

/** Marks that turn figures round, and figures that stand for a note: `5000²` is not 50,002. */
const UNLIKE = /[\u202b\u202e\u2067]|\p{No}/u;

/** The phone number of a cell, in E.164. */
export function phoneIn(cell: Cell): Read<string> {
  if (cell.kind === 'disguised') return { fault: 'phone_format' };
  const text = writtenIn(cell);
  if (typeof text !== 'string') return text;
  if (isUnlike(cell)) return { fault: 'phone_invalid' };
  if (SHORTENED.test(text)) return { fault: 'phone_shortened' };
  const read = phoneOf(text.replace(ZERO_DECIMALS, '$1'), HOME);
  return 'fault' in read ? read : { value: read.phoneNumber };
}

/** The amount of a cell in minor units of a currency that has none smaller. */
export function amountIn(cell: Cell): Read<string> {
  if (cell.kind === 'disguised') return { fault: 'amount_format' };
  const text = writtenIn(cell);
  if (typeof text !== 'string') return text;
  if (text === '') return { fault: 'amount_missing' };
  if (isUnlike(cell)) return { fault: 'amount_invalid' };
  if (cell.kind === 'foreign' || namesOtherCurrency(text)) return { fault: 'currency_other' };
  if (SHORTENED.test(text)) return { fault: 'amount_shortened' };
  if (cell.kind === 'number') return wholeNumber(text);
  if (/^[-\u2212(]/.test(text)) return { fault: 'amount_negative' };
  const { whole, mark, decimals = '', rest = '' } = DECIMALS.exec(text)?.groups ?? {};
  if (whole === undefined || mark === undefined) return amount(text);
  // one mark does not part thousands and decimals in one amount
  const isZero = /^0+$/.test(decimals) && !whole.includes(mark);
  return isZero ? amount(whole + rest) : { fault: 'amount_decimals' };
}

function isUnlike({ text }: Cell): boolean {
  return text.length > WRITTEN_MAX || UNLIKE.test(text);
}

/** A text of some length at most, in one line. */
export function wordsIn(cell: Cell, most: number): Read<string> {
  if (cell.kind === 'date') return { fault: 'cell_date' };
  if (cell.kind === 'error') return { fault: 'cell_error' };
  if (cell.kind === 'unsolved') return { fault: 'cell_formula' };
  if (cell.kind === 'covered') return { fault: 'cell_merged' };
  const line = keptText(cell.text)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const value = line.replace(/^'(?=[=+\-@])/, '');
  return value.length > most ? { fault: 'text_too_long' } : { value };
}

/** A text that stands in a formula so that spreadsheets keep it as it is; any other text as it stands. */
export function keptText(text: string): string {
  return KEPT_TEXT.exec(text.trim())?.[1] ?? text;
}

/** The text of a cell without what a spreadsheet asks of people, an apostrophe or `="…"`; a fault where it has no text. */
function writtenIn(cell: Cell): string | { readonly fault: CellCode } {
  if (cell.kind === 'date') return { fault: 'cell_date' };
  if (cell.kind === 'error') return { fault: 'cell_error' };
  if (cell.kind === 'unsolved') return { fault: 'cell_formula' };
  if (cell.kind === 'covered') return { fault: 'cell_merged' };
  if (isBlank(cell)) return '';
  const text = cell.text.normalize('NFKC').trim().replace(/^['’]/, '');
  const kept = keptText(text).trim();
  return kept.startsWith('=') ? { fault: 'cell_formula' } : kept;
}

function amount(text: string): Read<string> {
  const value = amountOf(text, 0);
  return value === undefined ? { fault: 'amount_invalid' } : { value };
}

function wholeNumber(text: string): Read<string> {
  if (text.startsWith('-')) return { fault: 'amount_negative' };
  return text.includes('.') ? { fault: 'amount_decimals' } : amount(text);
}
