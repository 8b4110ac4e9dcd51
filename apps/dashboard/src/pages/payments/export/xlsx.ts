import type { Cell } from 'write-excel-file/universal';
import writeExcelFile from 'write-excel-file/universal';
import type { Sheet } from './csv.js';

const COLUMN_WIDTH = 20;
/** A number of a spreadsheet is a double, which holds so many digits exactly. */
const EXACT_DIGITS = 15;

/** The rows as a workbook of one sheet (Office Open XML, ECMA-376). Text stays text: a spreadsheet runs none of it as a formula. */
export function xlsxFile({ rows: [headings = [], ...rows], decimals }: Sheet): Promise<Blob> {
  const isDecimal = headings.map((heading) => decimals.includes(heading));
  const head = headings.map((value) => ({ value, fontWeight: 'bold' as const }));
  const cells = rows.map((row) => row.map((text, column) => cellOf(text, isDecimal[column] === true)));
  const columns = headings.map(() => ({ width: COLUMN_WIDTH }));
  return writeExcelFile([head, ...cells], { columns, stickyRowsCount: 1 }).toBlob();
}

function cellOf(text: string, isDecimal: boolean): Cell {
  if (text === '') return null;
  return isDecimal && text.replaceAll(/\D/g, '').length <= EXACT_DIGITS ? Number(text) : text;
}
