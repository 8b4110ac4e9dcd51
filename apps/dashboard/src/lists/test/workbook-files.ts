import type { ListFile } from './list-file.js';
import { utf8 } from './list-file.js';
import { archive, madeWorkbook } from './made-workbook.js';

const [ADA, BEA] = ['+237670000001', '+237690000002'];
const number = (n: string, style = 0) => ({ n, style });
const xml = (text: string) => ({ xml: text });
const pair = (n: number, phone: string): [number, string, string] => [n, phone, '5000'];

/** Lists as workbooks, and files that look like one. */
export const workbookFiles: readonly ListFile[] = [
  {
    name: 'numbers as numbers, in the forms that spreadsheets write, amounts with a format',
    bytes: () =>
      madeWorkbook({
        rows: [
          ['Nom', 'Téléphone', 'Montant'],
          ['Ada & Fils <1>', number('670000001', 4), number('5000', 3)],
          ['Bea', number('2.37690000002E11'), number('5E3')],
        ],
      }),
    rows: [
      [2, ADA, '5000', 'Ada & Fils <1>'],
      [3, BEA, '5000', 'Bea'],
    ],
  },
  {
    name: 'a title over merged cells, empty rows, a sum that is a formula',
    bytes: () =>
      madeWorkbook({
        rows: [
          ['PAIE DE NOVEMBRE 2026', null, null],
          [],
          ['Agent', 'Numéro MoMo', 'A payer'],
          ['Ada', '670 00 00 01', number('5000')],
          [],
          ['Bea', '690 00 00 02', xml('<c><f>C4*1.1</f><v>5499.999999999999</v></c>')],
          [null, null, xml('<c><f>SUM(C4:C6)</f><v>10500</v></c>')],
        ],
      }),
    rows: [
      [4, ADA, '5000', 'Ada'],
      [6, BEA, '5500', 'Bea'],
    ],
  },
  {
    name: 'dates, errors, formulas without results, decimals, amounts below zero',
    bytes: () =>
      madeWorkbook({
        rows: [
          ['tel', 'montant', 'référence'],
          [number('670000001'), number('46356', 1), 'a'],
          [xml('<c t="e"><f>A1/0</f><v>#DIV/0!</v></c>'), number('5000'), 'b'],
          ['670000001', xml('<c><f>A1+1</f></c>'), 'c'],
          ['670000001', number('1500.5'), 'd'],
          ['670000001', number('-500'), 'e'],
          ['670000001', number('1.125'), 'f'],
          ['690000002', number('5000'), number('46356', 2)],
          ['690000002', xml('<c t="str"><f>"5"&amp;"000"</f><v>5000</v></c>'), number('1024')],
        ],
      }),
    rows: [[9, BEA, '5000', null, '1024']],
    refusals: [
      ...['2 B cell_date', '3 A cell_error', '4 B cell_formula', '5 B amount_decimals', '6 B amount_negative'],
      ...['7 B amount_decimals', '8 C cell_date'],
    ],
  },
  {
    name: 'a row behind a filter, and a second sheet',
    bytes: () =>
      madeWorkbook(
        {
          rows: [
            ['tel', 'montant'],
            ['670000001', '5000'],
            ['690000002', '5000'],
          ],
          hidden: [2],
        },
        {
          rows: [
            ['tel', 'montant'],
            ['690000002', '9999'],
          ],
          name: 'Octobre',
        },
      ),
    rows: [pair(3, BEA)],
    refusals: ['2 - row_hidden'],
    otherSheets: ['Octobre'],
  },
  {
    name: 'a first sheet that nobody sees',
    bytes: () =>
      madeWorkbook(
        {
          rows: [
            ['tel', 'montant'],
            ['690000002', '9999'],
          ],
          state: 'veryHidden',
        },
        {
          rows: [
            ['tel', 'montant'],
            ['670000001', '5000'],
          ],
        },
      ),
    rows: [pair(2, ADA)],
  },
  {
    name: 'texts in the cells, names of elements with a prefix',
    bytes: () =>
      archive({
        'xl/workbook.xml':
          '<x:workbook xmlns:x="m" xmlns:q="r"><x:sheets><x:sheet name="L" q:id="a"/></x:sheets></x:workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="a" Type="t/worksheet" Target="s.xml"/></Relationships>',
        'xl/s.xml':
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Tel</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>Montant</x:t></x:is></x:c></x:row><x:row><x:c><x:v>670000001</x:v></x:c><x:c><x:v>5000</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      }),
    rows: [pair(2, ADA)],
  },
  {
    name: 'an empty sheet',
    bytes: () => madeWorkbook({ rows: [] }),
    refusals: ['file_empty'],
  },
  {
    name: 'parts that would fill the memory',
    bytes: () =>
      madeWorkbook({
        rows: [
          ['tel', 'montant'],
          ['670000001', '5000'],
        ],
        blanks: 17 * 1_024 * 1_024,
      }),
    refusals: ['file_unreadable'],
  },
  {
    name: 'another kind of archive',
    bytes: () => archive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<office/>' }),
    refusals: ['file_unreadable'],
  },
  {
    name: 'an archive that breaks off',
    bytes: () => madeWorkbook({ rows: [['tel', 'montant']] }).slice(0, 200),
    refusals: ['file_unreadable'],
  },
  {
    name: 'an old Excel file, or one with a password',
    bytes: () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    refusals: ['file_old_excel'],
  },
  {
    name: 'a page of a site with the name of a workbook',
    bytes: utf8('<html><table><tr><td>tel</td><td>montant</td></tr></table></html>'),
    refusals: ['file_no_list'],
  },
  { name: 'a PDF', bytes: utf8('%PDF-1.7 tel;montant'), refusals: ['file_no_list'] },
  { name: 'an empty file', bytes: utf8(''), refusals: ['file_empty'] },
  { name: 'a file of more than a megabyte', bytes: utf8('1'.repeat(1_048_577)), refusals: ['file_too_large'] },
];
