import type { SheetRow } from './cell.js';

/** The separators of the cells of a file, most usual first. */
export const separators = [';', ',', '\t', '|'] as const;
const NAMED = /^sep=(.)\r?\n/;

/** The separator that a first line such as `sep=;` names, which spreadsheets read and do not show. */
export function namedSeparator(text: string): string | undefined {
  return NAMED.exec(text)?.[1];
}

/** The rows of a text of separated cells. Quotes around a cell keep separators, line breaks and doubled quotes in it. */
export function csvRows(text: string, separator: string): readonly SheetRow[] {
  const cell = cellPattern(separator);
  const rows: SheetRow[] = [];
  let texts: string[] = [];
  let at = NAMED.exec(text)?.[0].length ?? 0;
  const end = () => {
    const cells = texts.map((written) => ({ kind: 'text' as const, text: written }));
    rows.push({ row: rows.length + 1, cells, isHidden: false });
    texts = [];
  };
  while (at < text.length) {
    cell.lastIndex = at;
    const { quoted, plain = '', after = '' } = cell.exec(text)?.groups ?? {};
    texts.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + plain);
    at = cell.lastIndex;
    if (after !== separator) end();
  }
  if (texts.length > 0) end();
  return rows;
}

/** A cell and what ends it. A quote that nothing closes at the end of its cell is a character: it would hide the rows up to the next one. */
function cellPattern(separator: string): RegExp {
  const part = separator.replace(/[|\\^$.*+?()[\]{}]/, '\\$&');
  const quoted = `(?:[ ]*"(?<quoted>(?:[^"]|"")*)"(?=[ ]*(?:${part}|[\\r\\n]|$)))?`;
  return new RegExp(`${quoted}(?<plain>[^${part}\\r\\n]*)(?<after>${part}|\\r\\n|\\r|\\n|$)`, 'y');
}
