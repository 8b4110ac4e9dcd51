import type { ColumnKind, PaperLanguage, Sheet } from '@paygate/paper';
import { cellMoment, kindOfCell } from '@paygate/paper';
import type { Cell } from 'write-excel-file/universal';
import writeExcelFile from 'write-excel-file/universal';

const COLUMN_WIDTH = 20;
/** A number of a spreadsheet is a double, which holds so many digits exactly. */
const EXACT_DIGITS = 15;
const DATES: Readonly<Record<PaperLanguage, string>> = { en: 'yyyy-mm-dd hh:mm', fr: 'dd/mm/yyyy hh:mm' };

/** The sheet as a workbook (Office Open XML, ECMA-376). Text stays text: a spreadsheet runs none of it as a formula. */
export function xlsxFile({ columns, rows }: Sheet, language: PaperLanguage): Promise<Blob> {
  const head = columns.map(({ heading }) => ({ value: heading, fontWeight: 'bold' as const }));
  const cells = rows.map((row) => row.map((text, column) => cellOf(text, columns[column]?.kind ?? 'text', language)));
  const widths = columns.map(() => ({ width: COLUMN_WIDTH }));
  return writeExcelFile([head, ...cells], { columns: widths, stickyRowsCount: 1 }).toBlob();
}

function cellOf(text: string, kind: ColumnKind, language: PaperLanguage): Cell {
  if (text === '') return null;
  switch (kindOfCell(kind, text)) {
    case 'text':
      return text;
    // a workbook has no zones: the cell holds the day and the hour of the paper
    case 'moment':
      return { value: new Date(`${cellMoment(text).replace(' ', 'T')}Z`), format: DATES[language] };
    case 'number':
      return numberOf(text, '0');
    case 'money':
      return numberOf(text, text.includes('.') ? '#,##0.00' : '#,##0');
  }
}

function numberOf(decimal: string, format: string): Cell {
  return decimal.replaceAll(/\D/g, '').length <= EXACT_DIGITS ? { value: Number(decimal), format } : decimal;
}
