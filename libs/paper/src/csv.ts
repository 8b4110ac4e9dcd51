import { cellMoment } from './moments.js';
import type { PaperLanguage } from './money.js';
import type { ColumnKind, Sheet } from './sheet.js';
import { kindOfCell } from './sheet.js';

/** The mark by which a spreadsheet recognises UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/**
 * The places at which a spreadsheet would read a formula (OWASP, CSV injection): the beginnings of cells. Some read a semicolon, a tab or a line
 * break in the text as the end of a cell, and quotes around what follows.
 */
const FORMULA_BEGINS = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r])/g;
const NEEDS_QUOTES = /[",;\r\n]/;

/** How a file separates cells, and the fraction of a decimal. */
export interface CsvForm {
  readonly separator: ',' | ';';
  readonly fraction: '.' | ',';
}

/** The form that programs read. */
export const programForm: CsvForm = { separator: ',', fraction: '.' };

/** The form that the spreadsheets of a language open by themselves: French ones write decimals with a comma. */
export const formOf: Readonly<Record<PaperLanguage, CsvForm>> = {
  en: programForm,
  fr: { separator: ';', fraction: ',' },
};

/** A sheet as CSV by RFC 4180 in UTF-8 that a spreadsheet opens by itself. */
export function csvOf({ columns, rows }: Sheet, form: CsvForm): string {
  const headings = columns.map(({ heading }) => csvCell(heading, 'text', form));
  const lines = rows.map((cells) => cells.map((cell, index) => csvCell(cell, columns[index]?.kind ?? 'text', form)));
  return BYTE_ORDER_MARK + [headings, ...lines].map((line) => `${line.join(form.separator)}\r\n`).join('');
}

/**
 * A cell of CSV. An apostrophe keeps text from being run as a formula; a decimal in a column of decimals, below zero or not, stays a
 * number.
 */
export function csvCell(text: string, kind: ColumnKind, form: CsvForm = programForm): string {
  switch (kindOfCell(kind, text)) {
    case 'number':
    case 'money':
      return text.replace('.', form.fraction);
    case 'moment':
      return cellMoment(text);
    case 'text':
      return quoted(text.replaceAll(FORMULA_BEGINS, "'"));
  }
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
