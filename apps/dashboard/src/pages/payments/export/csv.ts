import type { Separator } from '../../../i18n/formats.js';

/** Rows for a spreadsheet, headings first. */
export interface Sheet {
  readonly rows: readonly (readonly string[])[];
  /** The headings above decimals. */
  readonly decimals: readonly string[];
}

/** The mark by which a spreadsheet recognises UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/**
 * The places at which a spreadsheet would read a formula (OWASP, CSV injection): the beginnings of cells. Some read a semicolon, a tab or a line
 * break in the text as the end of a cell, and quotes around what follows.
 */
const FORMULA_BEGINS = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r])/g;
const NEEDS_QUOTES = /[",;\r\n]/;

const CSV_TYPE = 'text/csv;charset=utf-8';

/** A file of the rows that a spreadsheet opens by itself. */
export function csvFile(rows: readonly (readonly string[])[], separator: Separator): Blob {
  return new Blob([csvOf(rows, separator)], { type: CSV_TYPE });
}

/** The rows as CSV by RFC 4180 in UTF-8. An apostrophe keeps text from being run as a formula. */
export function csvOf(rows: readonly (readonly string[])[], separator: Separator): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cellOf).join(separator)}\r\n`).join('');
}

/** A file of CSV of the API. It has only ids, words, times and digits, so a minus sign begins a number and no formula. */
export async function csvOfApi(file: Blob, separator: Separator): Promise<Blob> {
  return new Blob([BYTE_ORDER_MARK, (await file.text()).replaceAll(',', separator)], { type: CSV_TYPE });
}

/** The rows of CSV of the API, none of whose cells has a comma, a quote or a line break. */
export async function rowsOfApi(file: Blob): Promise<readonly (readonly string[])[]> {
  return (await file.text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

function cellOf(text: string): string {
  const harmless = text.replaceAll(FORMULA_BEGINS, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
