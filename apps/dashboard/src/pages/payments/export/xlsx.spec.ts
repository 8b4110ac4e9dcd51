import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { formulas } from '@paygate/paper/test';
import { xlsxFile } from './xlsx.js';

const LOCAL_HEADER = 'PK\u0003\u0004';

/** A part of a ZIP archive (APPNOTE 4.3.7) whose headers have the sizes. */
function partOf(archive: Buffer, wanted: string): string {
  for (let at = 0; archive.toString('latin1', at, at + 4) === LOCAL_HEADER;) {
    const [size, nameLength, extraLength] = [
      archive.readUInt32LE(at + 18),
      archive.readUInt16LE(at + 26),
      archive.readUInt16LE(at + 28),
    ];
    const begin = at + 30 + nameLength + extraLength;
    if (archive.toString('utf8', at + 30, at + 30 + nameLength) === wanted)
      return inflateRawSync(archive.subarray(begin, begin + size)).toString('utf8');
    at = begin + size;
  }
  throw new Error(`the archive has no ${wanted}`);
}

/** The cells of the only sheet as `place=value`; a text stands in quotes. */
async function cellsOf(file: Blob): Promise<readonly string[]> {
  const archive = Buffer.from(await file.arrayBuffer());
  const texts = [...partOf(archive, 'xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text);
  const sheet = partOf(archive, 'xl/worksheets/sheet1.xml');
  expect(sheet).not.toContain('<f');
  return [...sheet.matchAll(/<c r="(\w+)"([^>]*)><v>([^<]*)<\/v>/g)].map(([, place, attributes, value]) =>
    attributes?.includes('t="s"') === true ? `${place}="${texts[Number(value)]}"` : `${place}=${value}`,
  );
}

const columns = [
  { heading: 'Référence', kind: 'text' },
  { heading: 'Montant', kind: 'money' },
  { heading: 'Nombre', kind: 'number' },
  { heading: 'Quand', kind: 'moment' },
] as const;

test('a workbook has numbers, dates and text by the kind of the column, whatever a cell looks like', async () => {
  const rows = [
    ['0012', '5000.25', '12', '2026-10-31T23:00:00.000Z'],
    ['=1+1', '-15', '', '2026-11-01T11:00:00.000Z'],
    ['-2500', '=1+1', '+1', 'soon'],
    ['+237<&"', '', '', ''],
    ['a\u0001b\uD83D\uDE00', '9007199254740993', '', ''],
  ];
  const file = await xlsxFile({ columns, rows }, 'fr');
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(await cellsOf(file)).toEqual([
    ...['A1="Référence"', 'B1="Montant"', 'C1="Nombre"', 'D1="Quand"'],
    // days since 1899-12-30: the first of November 2026, and its noon, in Douala
    ...['A2="0012"', 'B2=5000.25', 'C2=12', 'D2=46327'],
    ...['A3="=1+1"', 'B3=-15', 'D3=46327.5'],
    ...['A4="-2500"', 'B4="=1+1"', 'C4="+1"', 'D4="soon"'],
    'A5="+237&lt;&amp;""',
    // a control character is left out, which XML cannot hold; sixteen digits would be rounded
    ...['A6="ab\uD83D\uDE00"', 'B6="9007199254740993"'],
  ]);
  const styles = partOf(Buffer.from(await file.arrayBuffer()), 'xl/styles.xml');
  for (const format of ['#,##0.00', '#,##0', 'dd/mm/yyyy hh:mm']) expect(styles).toContain(`formatCode="${format}"`);
});

test.each(formulas)('%j is text in a workbook', async (text) => {
  const [, cell] = await cellsOf(await xlsxFile({ columns: [columns[0]], rows: [[text]] }, 'en'));
  expect(cell).toMatch(/^A2="/);
});
