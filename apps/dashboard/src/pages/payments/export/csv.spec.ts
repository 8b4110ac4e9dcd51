import { expect, test } from '@jest/globals';
import { csvFile, csvOf, csvOfApi } from './csv.js';

test('rows end with CRLF after a byte order mark, and accents stay', () => {
  expect(
    csvOf(
      [
        ['Référence', 'Montant'],
        ['', '5000'],
      ],
      ',',
    ),
  ).toBe('\uFEFFRéférence,Montant\r\n,5000\r\n');
});

test.each([
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'the "best"', '"the ""best"""'],
  ['a semicolon', 'a;b', '"a;b"'],
  ['a line break', 'a\r\nb', '"a\r\nb"'],
])('%s is quoted', (_what, text, cell) => {
  expect(csvOf([[text]], ',')).toBe(`\uFEFF${cell}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+237', "'+237"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', `"'\r'=1"`],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  // for a spreadsheet whose cells end with a semicolon
  ['a;=1', `"a;'=1"`],
  ['a;"=1', `"a;'""=1"`],
  ['a\n=1', `"a\n'=1"`],
  ['1+1=2; a-b@c', '"1+1=2; a-b@c"'],
])('%j is no formula', (text, cell) => {
  expect(csvOf([[text]], ',')).toBe(`\uFEFF${cell}\r\n`);
});

test('a file for French spreadsheets has semicolons between its cells, after the same mark', async () => {
  const file = csvFile([['Référence', '1,5']], ';');
  const begin = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  expect([...begin]).toEqual([0xef, 0xbb, 0xbf]);
  // text() drops the mark
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\uFEFFRéférence;"1,5"\r\n',
  );
});

test('a statement of the API becomes a file for spreadsheets', async () => {
  const file = await csvOfApi(new Blob(['type,net\r\ncharge,985\r\n']), ';');
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\uFEFFtype;net\r\ncharge;985\r\n',
  );
});
