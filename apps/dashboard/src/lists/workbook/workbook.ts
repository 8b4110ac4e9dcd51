import { Archive } from './archive.js';
import { shownStyles } from './formats.js';
import type { SheetContent } from './sheet.js';
import { isSet, sheetContent } from './sheet.js';
import { sharedStrings } from './strings.js';
import { visitXml } from './xml.js';

/** The first sheet that a workbook shows, and the names of the others that it shows. */
export interface FirstSheet extends SheetContent {
  readonly otherSheets: readonly string[];
}

interface NamedSheet {
  readonly name: string;
  readonly relation: string;
}

/** Reads a workbook (Office Open XML, ECMA-376), and throws where the bytes are none. */
export function readWorkbook(bytes: Uint8Array): FirstSheet {
  const archive = new Archive(bytes);
  const { sheets, hasResults } = contents(archive.xml('xl/workbook.xml') ?? '');
  const [first, ...others] = sheets;
  const targets = relations(archive.xml('xl/_rels/workbook.xml.rels') ?? '');
  const xml = first && archive.xml(targets.sheets.get(first.relation) ?? '');
  if (xml === undefined) throw new Error('the workbook has no sheet');
  const strings = sharedStrings(archive.xml(targets.strings) ?? '<sst/>');
  const styles = shownStyles(archive.xml(targets.styles) ?? '<styleSheet/>');
  const { rows, hiddenColumns } = sheetContent(xml, { strings, styles, hasResults });
  return { rows, hiddenColumns, otherSheets: others.map(({ name }) => name) };
}

/** The sheets that a workbook shows, and whether it shows the results of formulas that it has. */
function contents(xml: string): { readonly sheets: readonly NamedSheet[]; readonly hasResults: boolean } {
  const sheets: NamedSheet[] = [];
  let hasResults = true;
  visitXml(xml, {
    open: (element, { name = '', state = 'visible', fullCalcOnLoad, ...ids }) => {
      if (element === 'calcPr' && isSet(fullCalcOnLoad)) hasResults = false;
      const relation = Object.entries(ids).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      if (element === 'sheet' && state === 'visible') sheets.push({ name, relation });
    },
  });
  return { sheets, hasResults };
}

/** The places of the parts of a workbook: spreadsheets name them in ways of their own. */
function relations(xml: string): { sheets: ReadonlyMap<string, string>; strings: string; styles: string } {
  const sheets = new Map<string, string>();
  const parts = { strings: '', styles: '' };
  visitXml(xml, {
    open: (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (element !== 'Relationship') return;
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      if (type.endsWith('/worksheet')) sheets.set(id, path);
      if (type.endsWith('/sharedStrings')) parts.strings = path;
      if (type.endsWith('/styles')) parts.styles = path;
    },
  });
  return { sheets, ...parts };
}
