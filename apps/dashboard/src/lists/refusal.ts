/** The codes of what is wrong with a file as a whole. */
export const fileCodes = [
  'file_empty',
  'file_too_large',
  'file_unreadable',
  'file_old_excel',
  'file_no_list',
  'rows_too_many',
  'columns_unclear',
  'column_phone_missing',
  'column_amount_missing',
] as const;

/** The codes of what is wrong with a cell, or with a row. */
export const cellCodes = [
  'column_twice',
  'column_hidden',
  'phone_missing',
  'phone_too_short',
  'phone_too_long',
  'phone_invalid',
  'phone_shortened',
  'phone_format',
  'amount_missing',
  'amount_invalid',
  'amount_decimals',
  'amount_negative',
  'amount_shortened',
  'amount_format',
  'cell_date',
  'cell_error',
  'cell_formula',
  'cell_merged',
  'cells_beyond',
  'currency_other',
  'row_hidden',
  'text_too_long',
  'total_differs',
] as const;

/** The faults of a file as a whole. */
export type FileCode = (typeof fileCodes)[number];
/** The faults of a cell, or of a row. */
export type CellCode = (typeof cellCodes)[number];

/** A fault that a person mends in the file. A refusal of the whole file has no row, one of a row no column. */
export interface Refusal {
  readonly code: FileCode | CellCode;
  readonly row: number | null;
  /** The letter of the column. */
  readonly column: string | null;
  /** The heading of the column; empty where it has none. */
  readonly heading: string;
  /** The text of the cell. */
  readonly found: string;
}

/** The refusal of a file as a whole. */
export function refusedFile(code: FileCode, found = ''): Refusal {
  return { code, row: null, column: null, heading: '', found };
}
