import { strToU8, zipSync } from 'fflate';

/** A cell of a made workbook: text, a number as the file writes it, or XML. */
export type MadeCell = string | { readonly n: string; readonly style?: number } | { readonly xml: string } | null;

export interface MadeSheet {
  readonly rows: readonly (readonly MadeCell[])[];
  /** The state of the sheet in the workbook. */
  readonly state?: string;
  readonly name?: string;
  /** The numbers of the rows that a filter hides. */
  readonly hidden?: readonly number[];
  /** Blanks in front of the rows, which mean nothing. */
  readonly blanks?: number;
}

/** The styles of made workbooks: 0 plain, 1 a day, 2 an own format of days, 3 money with a word, 4 digits in pairs. */
const STYLES = `<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy;@"/><numFmt numFmtId="165" formatCode="#,##0\\ &quot;FCFA d'usage&quot;;[Red]-#,##0"/><numFmt numFmtId="166" formatCode="00\\ 00\\ 00\\ 00\\ 0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The bytes of a workbook with the parts that spreadsheets write. */
export function madeWorkbook(...sheets: readonly MadeSheet[]): Uint8Array<ArrayBuffer> {
  const strings: string[] = [];
  const parts = sheets.map((sheet) => sheetXml(sheet, strings));
  const named = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name ?? `Feuil${index + 1}`}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  );
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = [
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
    ...[
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ],
  ].map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${kind}/${type ?? ''}" Target="${target ?? ''}"/>`,
  );
  return archive({
    'xl/workbook.xml': `<workbook xmlns:r="${kind}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.join('')}</sst>`,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(parts.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
  });
}

/** The bytes of an archive of texts. */
export function archive(parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

function sheetXml({ rows, hidden = [], blanks = 0 }: MadeSheet, strings: string[]): string {
  const lines = rows.map((cells, index) => {
    const written = cells.map((cell, column) =>
      cellXml(cell, `${String.fromCharCode(65 + column)}${index + 1}`, strings),
    );
    return `<row r="${index + 1}"${hidden.includes(index + 1) ? ' hidden="1"' : ''}>${written.join('')}</row>`;
  });
  return `<?xml version="1.0"?><worksheet><cols/>${' '.repeat(blanks)}<sheetData>${lines.join('')}</sheetData><mergeCells/></worksheet>`;
}

function cellXml(cell: MadeCell, place: string, strings: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') {
    strings.push(
      `<si><r><t>${escaped(cell.slice(0, 1))}</t></r><r><t xml:space="preserve">${escaped(cell.slice(1))}</t></r><rPh><t>x</t></rPh></si>`,
    );
    return `<c r="${place}" t="s"><v>${strings.length - 1}</v></c>`;
  }
  return 'xml' in cell
    ? cell.xml.replace('<c', `<c r="${place}"`)
    : `<c r="${place}" s="${cell.style ?? 0}"><v>${cell.n}</v></c>`;
}
