import { MESSAGE_ROWS_CHARACTERS } from '../limits.js';

/** The first rows, as many as one message holds as JSON; at least one. */
export function fitting<Row>(rows: readonly Row[]): Row[] {
  let characters = 0;
  const end = rows.findIndex((row) => (characters += JSON.stringify(row).length) > MESSAGE_ROWS_CHARACTERS);
  return rows.slice(0, end < 0 ? rows.length : Math.max(end, 1));
}
