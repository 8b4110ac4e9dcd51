/**
 * What the cells of a column hold, whatever they look like. `text`: anything that somebody wrote, and ids. `number`: decimals such as `-1234.5`.
 * `money`: decimals of a currency. `moment`: timestamps of the API.
 */
export type ColumnKind = 'text' | 'number' | 'money' | 'moment';

export interface SheetColumn {
  readonly heading: string;
  readonly kind: ColumnKind;
}

/** Rows for a spreadsheet below their headings. A cell without a value is empty. */
export interface Sheet {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly string[])[];
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The kind as which a cell is written: that of its column, or text where the cell is not a value of that kind. */
export function kindOfCell(kind: ColumnKind, cell: string): ColumnKind {
  if (kind === 'moment') return Number.isNaN(Date.parse(cell)) ? 'text' : 'moment';
  return kind === 'text' || DECIMAL.test(cell) ? kind : 'text';
}
