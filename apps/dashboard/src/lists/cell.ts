/**
 * The content of a cell. `text`: what somebody wrote. `number`: a number of a workbook, as a decimal. `date`: a number that a workbook shows
 * as a day or an hour. `foreign`: a number that a workbook shows in another currency. `disguised`: a number or a text that a workbook shows as another one, in thousands or with more digits, or does not show. `covered`: a
 * value under merged cells. `error`: `#REF!` and its kin. `unsolved`: a formula whose result the file does not have.
 */
export interface Cell {
  readonly kind: 'text' | 'number' | 'date' | 'foreign' | 'disguised' | 'covered' | 'error' | 'unsolved';
  readonly text: string;
}

/** A row as the spreadsheet numbers it. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** True for a row that the spreadsheet does not show, as behind a filter. */
  readonly isHidden: boolean;
}

/** The cell of nothing. */
export const noCell: Cell = { kind: 'text', text: '' };

/** True where a person sees nothing. */
export function isBlank({ kind, text }: Cell): boolean {
  return kind !== 'unsolved' && text.trim() === '';
}

/** The letter above a column, as spreadsheets write it: `A`, `Z`, `AA`. */
export function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letterOf(rest - 1)) + String.fromCodePoint('A'.charCodeAt(0) + (column % 26));
}
