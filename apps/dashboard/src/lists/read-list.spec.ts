import { expect, test } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/universal';
import { readSheet } from 'read-excel-file/node';
import type { ReadList } from './read-list.js';
import { disguisedLists } from './test/disguised-lists.js';
import { otherPrograms } from './test/other-programs.js';
import { readList } from './read-list.js';
import { cellCodes, fileCodes } from './refusal.js';
import { csvFiles } from './test/csv-files.js';
import { madeWorkbook } from './test/made-workbook.js';
import { workbookFiles } from './test/workbook-files.js';

const files = [...csvFiles, ...workbookFiles];
const rowsOf = ({ rows }: ReadList) =>
  rows.map(({ row, phoneNumber, amount, name, reference }) => [row, phoneNumber, amount, name, reference]);
const refusalsOf = ({ refusals }: ReadList) =>
  refusals.map(({ row, column, code }) => (row === null ? code : `${row} ${column ?? '-'} ${code}`));

test('people have made 30 files and more, with each refusal in one of them', () => {
  expect(files.length).toBeGreaterThanOrEqual(30);
  const seen = new Set([
    ...files.flatMap(({ refusals = [] }) => refusals.map((refusal) => refusal.split(' ').at(-1))),
    ...[...otherPrograms, ...disguisedLists].flatMap(({ refusals = [] }) => refusals.map(([, , code]) => code)),
  ]);
  const bySize = ['rows_too_many', 'text_too_long', 'column_phone_missing'];
  expect([...fileCodes, ...cellCodes].filter((code) => !seen.has(code) && !bySize.includes(code))).toEqual([]);
});

test.each(files)(
  '[12.22] $name',
  async ({ bytes, rows = [], refusals = [], unpaid = [], unread = [], otherSheets = [] }) => {
    const list = await readList(bytes());
    expect(refusalsOf(list)).toEqual(refusals);
    expect(rowsOf(list)).toEqual(
      rows.map(([row, phoneNumber, amount, name = null, reference = null]) => [
        row,
        phoneNumber,
        amount,
        name,
        reference,
      ]),
    );
    expect(list).toMatchObject({ unpaid, unreadColumns: unread, otherSheets });
  },
);

test('2,000 rows are a list, and one more is refused', async () => {
  const line = (index: number) => `${670_000_000 + index};${1_000 + index}`;
  const list = (rows: number) => ['tel;montant', ...Array.from({ length: rows }, (_, index) => line(index))].join('\n');
  const read = (rows: number) => readList(new TextEncoder().encode(list(rows)));
  expect((await read(2_000)).rows).toHaveLength(2_000);
  expect(refusalsOf(await read(2_001))).toEqual(['rows_too_many']);
});

test.each([
  ['rows', 'a\n'.repeat(400_000), 'rows_too_many'],
  ['rows and columns', `${';'.repeat(400_000)}a\n${'a\n'.repeat(15_000)}`, 'columns_unclear'],
  ['blanks in an amount', `tel;montant\n670000001;5${' '.repeat(900_000)}x`, '2 B amount_invalid'],
  ['words in a heading', `${'prenom '.repeat(100_000)}nom\n`, 'columns_unclear'],
])('a file of as many %s as it can hold is refused, and does not stop the browser', async (_, text, refusal) => {
  expect(refusalsOf(await readList(new TextEncoder().encode(text)))).toEqual([refusal]);
});

test('a name of 100 characters and a reference of 64 are kept, longer ones are refused where they stand', async () => {
  const line = (name: number, reference: number) => `670000001;5000;${'n'.repeat(name)};${'r'.repeat(reference)}`;
  const text = ['tel;montant;nom;note', line(100, 64), line(101, 64), line(100, 65)].join('\n');
  const list = await readList(new TextEncoder().encode(text));
  expect(refusalsOf(list)).toEqual(['3 C text_too_long', '4 D text_too_long']);
  expect(list.rows).toHaveLength(1);
});

test('headings of amounts without a column of numbers are refused', async () => {
  const list = await readList(new TextEncoder().encode('Nom;Montant\nAda;5000'));
  expect(refusalsOf(list)).toEqual(['column_phone_missing']);
});

test('a workbook of another writer is read as another reader reads it', async () => {
  const cells = [
    ['Nom', 'Téléphone', 'Montant'].map((value) => ({ value })),
    ...[1, 2, 3].map((index) => [{ value: `Ada ${index}` }, { value: 670_000_000 + index }, { value: 5_000 * index }]),
  ];
  const bytes = new Uint8Array(await (await writeExcelFile(cells).toBlob()).arrayBuffer());
  const list = await readList(bytes);
  const [, ...others] = await readSheet(Buffer.from(bytes));
  expect(rowsOf(list).map(([, phone, amount, name]) => [name, phone, amount])).toEqual(
    others.map(([name, phone, amount]) => [name, `+237${String(phone)}`, String(amount)]),
  );
});

test('a workbook in which two rows have one number is refused: in a batch, one would take the place of the other', async () => {
  const bytes = madeWorkbook({ rows: [['tel', 'montant'], ...['670000001', '670000002'].map((tel) => [tel, '5000'])] });
  const { 'xl/worksheets/sheet1.xml': sheet = new Uint8Array(), ...parts } = unzipSync(bytes);
  const again = strToU8(strFromU8(sheet).replace('<row r="3">', '<row r="2">'));
  expect((await readList(bytes)).rows).toHaveLength(2);
  expect(refusalsOf(await readList(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': again })))).toEqual([
    'file_unreadable',
  ]);
});

test('a part that fills more than it says is cut where it says', async () => {
  const bytes = madeWorkbook({
    rows: [
      ['tel', 'montant'],
      ['670000001', '5000'],
    ],
  });
  // the sizes in the directory at the end of the archive, made small
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 8, true);
  expect(refusalsOf(await readList(bytes))).toEqual(['file_unreadable']);
});
