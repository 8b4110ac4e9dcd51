import { strToU8 } from 'fflate';
import type { OracleFile } from './other-programs.js';
import { HEADS, paid, text, workbook } from './other-programs.js';

/** Lists of which a spreadsheet shows something else than their cells hold. */
export const disguisedLists: readonly OracleFile[] = [
  {
    file: 'digits that a format adds: to amounts, to phone numbers and to texts, and the country code, which is none of them',
    bytes: workbook({
      styles:
        '<numFmts><numFmt numFmtId="170" formatCode="0&quot;000&quot;"/><numFmt numFmtId="171" formatCode="[&lt;9999]#,##0;#,##0,"/>' +
        '<numFmt numFmtId="172" formatCode="&quot;677000001&quot;"/><numFmt numFmtId="173" formatCode="General;General;General;&quot;15 000&quot;"/>' +
        '<numFmt numFmtId="174" formatCode="&quot;+237 &quot;000\\ 000\\ 000"/><numFmt numFmtId="175" formatCode="[=0]&quot;-&quot;;#,##0\\ [$FCFA-300C]"/></numFmts>' +
        `<cellXfs>${[0, 170, 171, 172, 173, 174, 175].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
      sheets: {
        Feuil1: `<sheetData>${HEADS}${paid(2, '677000031', '15', ' s="1"')}${paid(3, '677000032', '15000', ' s="2"')}${paid(4, '677000033', '15000').replace('r="B4"', 'r="B4" s="3"')}${paid(5, '677000034', '15000', ' s="4" t="str"')}${paid(6, '677000035', '15000', ' s="6"').replace('r="B6"', 'r="B6" s="5"')}</sheetData>`,
      },
    }),
    rows: [[6, '+237677000035', '15000', 'Awa 6', null]],
    refusals: [
      [2, 'C', 'amount_format'],
      [3, 'C', 'amount_format'],
      [4, 'B', 'phone_format'],
      [5, 'C', 'amount_format'],
    ],
  },
  {
    file: 'values under merged cells, and rows too low to be read',
    bytes: workbook({
      sheets: {
        Feuil1: `<sheetData>${HEADS}${paid(2, '677000036', '1000')}${paid(3, '677000037', '2000')}${paid(4, '677000038', '3000').replace('<row ', '<row ht="0.75" customHeight="1" ')}</sheetData><mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>`,
      },
    }),
    rows: [[2, '+237677000036', '1000', 'Awa 2', null]],
    refusals: [
      [3, 'C', 'cell_merged'],
      [4, null, 'row_hidden'],
    ],
  },
  {
    file: 'results that a spreadsheet calculates anew when it opens the file',
    bytes: workbook({
      calculation: '<calcPr fullCalcOnLoad="1"/>',
      sheets: {
        Feuil1: `<sheetData>${HEADS}${paid(2, '677000039', '1000')}${paid(3, '677000040', '90000').replace('<c r="C3"><v>', '<c r="C3"><f>C2</f><v>')}${paid(4, '677000044', '1000').replace(' t="inlineStr"><is><t>Awa 4</t></is>', '><f>A2</f><v>0</v>')}</sheetData>`,
      },
    }),
    rows: [[2, '+237677000039', '1000', 'Awa 2', null]],
    refusals: [
      [3, 'C', 'cell_formula'],
      [4, 'A', 'cell_formula'],
    ],
  },
  {
    file: 'figures that marks turn round, and figures of notes',
    bytes: strToU8(
      text('Nom;Téléphone;Montant', 'A;677000041;5000²', 'B;677000042;\u202e00051', 'C;\u202b677 000 043;5000'),
    ),
    rows: [],
    refusals: [
      [2, 'C', 'amount_invalid'],
      [3, 'C', 'amount_invalid'],
      [4, 'B', 'phone_invalid'],
    ],
  },
];
