import type { ListRow } from '../../../lists/rows.js';

/** A row as the API takes it. */
export interface SentRow extends Omit<ListRow, 'row'> {
  readonly number: number;
  readonly operator: null;
}

/** The most rows of one request, and the most bytes of them: a body has 32 KiB. */
const ROWS_MAX = 100;
const BYTES_MAX = 24_000;

/** The rows of a list in the parts in which they are sent. */
export function partsOf(list: readonly ListRow[]): readonly (readonly SentRow[])[] {
  const encoder = new TextEncoder();
  const parts: SentRow[][] = [];
  let bytes = Infinity;
  for (const { row: number, ...more } of list) {
    const row = { number, operator: null, ...more };
    const size = encoder.encode(JSON.stringify(row)).length;
    const last = parts.at(-1);
    if (last === undefined || last.length === ROWS_MAX || bytes + size > BYTES_MAX) {
      parts.push([row]);
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  }
  return parts;
}
