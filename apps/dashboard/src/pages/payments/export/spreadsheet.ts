import type { PaperLanguage, Sheet } from '@paygate/paper';
import { csvOf, formOf } from '@paygate/paper';

export type FileFormat = 'csv' | 'xlsx';

/** A file of a sheet that the spreadsheets of a language open by themselves. */
export async function spreadsheet(format: FileFormat, sheet: Sheet, language: PaperLanguage): Promise<Blob> {
  if (format === 'csv') return new Blob([csvOf(sheet, formOf[language])], { type: 'text/csv;charset=utf-8' });
  // pages without such a file do not load what makes it
  const { xlsxFile } = await import('./xlsx.js');
  return xlsxFile(sheet, language);
}
