import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { rowsOfApi } from './csv.js';
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

test('a workbook has decimals as numbers and all else as text, whatever it looks like', async () => {
  const rows = [
    ['Référence', 'Montant'],
    ['0012', '5000.25'],
    ['=1+1', '-15'],
    ['+237<&"', ''],
    ['a\u0001b\uD83D\uDE00', '9007199254740993'],
  ];
  const file = await xlsxFile({ rows, decimals: ['Montant'] });
  expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(await cellsOf(file)).toEqual([
    ...['A1="Référence"', 'B1="Montant"'],
    ...['A2="0012"', 'B2=5000.25'],
    ...['A3="=1+1"', 'B3=-15'],
    'A4="+237&lt;&amp;""',
    // a control character is left out, which XML cannot hold; sixteen digits would be rounded
    ...['A5="ab\uD83D\uDE00"', 'B5="9007199254740993"'],
  ]);
});

test('a statement of the API becomes a workbook', async () => {
  const rows = await rowsOfApi(new Blob(['type,net\r\ncharge,985\r\nrefund,-985\r\n']));
  expect(await cellsOf(await xlsxFile({ rows, decimals: ['net'] }))).toEqual([
    ...['A1="type"', 'B1="net"', 'A2="charge"', 'B2=985', 'A3="refund"', 'B3=-985'],
  ]);
});
