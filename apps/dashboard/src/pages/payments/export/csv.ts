/** Tells a spreadsheet that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Where a spreadsheet would read a formula (OWASP, CSV injection): at the beginning of a cell. Some read a semicolon, a tab or a line
 * break in the text as the end of a cell, and quotes around what follows.
 */
const FORMULA_BEGINS = /(?<=^|[;\t\r\n])(?="*[=+\-@\t\r])/g;
const NEEDS_QUOTES = /[",\r\n]/;

/** The rows as CSV by RFC 4180 in UTF-8. An apostrophe keeps text from being run as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const harmless = text.replaceAll(FORMULA_BEGINS, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
