import type { Separator } from '../../../i18n/formats.js';
import type { Sheet } from './csv.js';
import { csvFile } from './csv.js';

export type FileFormat = 'csv' | 'xlsx';

/** A file of the rows that a spreadsheet opens by itself. */
export async function spreadsheet(format: FileFormat, sheet: Sheet, separator: Separator): Promise<Blob> {
  if (format === 'csv') return csvFile(sheet.rows, separator);
  // pages without such a file do not load what makes it
  const { xlsxFile } = await import('./xlsx.js');
  return xlsxFile(sheet);
}
