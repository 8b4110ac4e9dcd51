/** Cells from one row and column to another, both included. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const PLACE = /^(?<letters>[A-Z]*)(?<digits>\d*)$/;

/** The cells of a range such as `C2:D9` or `C12`, or of whole columns such as `C:D`; undefined for a text that names none. */
export function rangeOf(text: string): CellRange | undefined {
  const [from, to = from] = text.replaceAll('$', '').split(':');
  const [first, last] = [from, to].map((place = '') => PLACE.exec(place)?.groups);
  if (!first || !last || `${from ?? ''}${to ?? ''}` === '') return undefined;
  return {
    firstRow: Number(first['digits']),
    lastRow: last['digits'] === '' ? Infinity : Number(last['digits']),
    firstColumn: columnOf(first['letters']) ?? 0,
    lastColumn: columnOf(last['letters']) ?? Infinity,
  };
}

/** The column of a place such as `C12`. */
export function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
