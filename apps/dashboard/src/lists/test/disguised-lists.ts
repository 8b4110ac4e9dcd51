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
        '<numFmt numFmtId="174" formatCode="&quot;+237 &quot;000\\ 000\\ 000"/><numFmt numFmtId="175" formatCode="[=0]&quot;-&quot;;#,##0\\ [$FCFA-300C]"/>' +
        '<numFmt numFmtId="176" formatCode="0\\.00&quot; F.CFA&quot;"/><numFmt numFmtId="177" formatCode="000\\.00\\.00\\.00"/><numFmt numFmtId="178" formatCode="#\\.##0&quot; F.CFA&quot;"/><numFmt numFmtId="179" formatCode="[$₦-46A]#,##0"/></numFmts>' +
        `<cellXfs>${[0, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
      sheets: {
        Feuil1: `<sheetData>${HEADS}${paid(2, '677000031', '15', ' s="1"')}${paid(3, '677000032', '15000', ' s="2"')}${paid(4, '677000033', '15000').replace('r="B4"', 'r="B4" s="3"')}${paid(5, '677000034', '15000', ' s="4" t="str"')}${paid(6, '677000035', '15000', ' s="6"').replace('r="B6"', 'r="B6" s="5"')}${paid(7, '677000054', '5000', ' s="7"')}${paid(8, '677000055', '15000', ' s="9"').replace('r="B8"', 'r="B8" s="8"')}${paid(9, '677000057', '15000', ' s="10"')}</sheetData>`,
      },
    }),
    rows: [
      [6, '+237677000035', '15000', 'Awa 6', null],
      [8, '+237677000055', '15000', 'Awa 8', null],
    ],
    refusals: [
      [2, 'C', 'amount_format'],
      [3, 'C', 'amount_format'],
      [4, 'B', 'phone_format'],
      [5, 'C', 'amount_format'],
      [7, 'C', 'amount_format'],
      [9, 'C', 'currency_other'],
    ],
  },
  {
    file: 'formats of conditions that would fill the memory, in a small file',
    bytes: workbook({
      styles: '<dxfs><dxf><numFmt numFmtId="170" formatCode="#,##0,"/></dxf></dxfs>',
      sheets: {
        Feuil1: `<cols><col min="-1000000000" max="1" width="12"/></cols><sheetData>${HEADS}${paid(2, '677000056', '1000')}</sheetData><conditionalFormatting sqref="${'Z9 '.repeat(400)}">${'<cfRule dxfId="0"/>'.repeat(400)}</conditionalFormatting>`,
      },
    }),
    rows: [],
    refusals: [[null, null, 'file_unreadable']],
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
    file: 'columns of no width unless they have one of their own',
    bytes: workbook({
      sheets: {
        Feuil1: `<sheetFormatPr defaultColWidth="0" defaultRowHeight="15"/><cols><col min="1" max="2" width="12" customWidth="1"/></cols><sheetData>${HEADS}${paid(2, '677000044', '1000')}</sheetData>`,
      },
    }),
    rows: [],
    refusals: [[1, 'C', 'column_hidden']],
  },
  {
    file: 'a sheet whose columns all have a width of their own, and whose rows have none',
    bytes: workbook({
      sheets: {
        Feuil1: `<sheetFormatPr defaultColWidth="0" defaultRowHeight="0.75" customHeight="1"/><cols><col min="1" max="9" width="12" customWidth="1"/></cols><sheetData>${HEADS.replace('<row r="1">', '<row r="1" ht="15">')}${paid(2, '677000045', '1000').replace('<row ', '<row ht="15" ')}${paid(3, '677000046', '1000')}</sheetData>`,
      },
    }),
    rows: [[2, '+237677000045', '1000', 'Awa 2', null]],
    refusals: [[3, null, 'row_hidden']],
  },
  {
    file: 'formats that a condition adds: with digits of their own, of days, of texts, and bars in the place of numbers',
    bytes: workbook({
      styles:
        '<cellXfs><xf numFmtId="0"/></cellXfs><dxfs><dxf><font><color rgb="FFFF0000"/></font></dxf>' +
        '<dxf><numFmt numFmtId="170" formatCode="0&quot;000&quot;"/></dxf><dxf><numFmt numFmtId="14" formatCode="dd/mm/yyyy"/></dxf>' +
        '<dxf><numFmt numFmtId="3" formatCode="#,##0"/></dxf><dxf><numFmt numFmtId="171" formatCode="General;General;General;&quot;677000099&quot;"/></dxf></dxfs>',
      sheets: {
        Feuil1:
          `<sheetData>${HEADS}${paid(2, '677000047', '15')}${paid(3, '677000048', '46356')}${paid(4, '677000049', '1000', ' t="str"')}${paid(5, '677000050', '1000').replace('<c r="B5"><v>', '<c r="B5" t="str"><v>')}${paid(6, '677000051', '1000')}${paid(7, '677000052', '1000')}${paid(8, '677000053', '1000')}</sheetData>` +
          '<conditionalFormatting sqref="A1 $C$2"><cfRule type="expression" dxfId="1" priority="1"><formula>TRUE</formula></cfRule></conditionalFormatting>' +
          '<conditionalFormatting sqref="C3"><cfRule type="expression" dxfId="0" priority="2"/><cfRule type="expression" dxfId="2" priority="3"/></conditionalFormatting>' +
          '<conditionalFormatting sqref="B5:B6"><cfRule type="expression" dxfId="4" priority="4"/></conditionalFormatting>' +
          '<conditionalFormatting sqref="C7"><cfRule type="dataBar" priority="5"><dataBar showValue="0"/></cfRule></conditionalFormatting>' +
          '<conditionalFormatting sqref="C:C"><cfRule type="expression" dxfId="0" priority="6"/><cfRule type="expression" dxfId="3" priority="7"/></conditionalFormatting>' +
          '<extLst><ext><x14:conditionalFormattings xmlns:x14="x" xmlns:xm="m"><x14:conditionalFormatting><x14:cfRule type="expression" priority="8"><xm:f>TRUE</xm:f><x14:dxf><numFmt numFmtId="172" formatCode="#,##0,"/></x14:dxf></x14:cfRule><xm:sqref>C8:C9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>',
      },
    }),
    rows: [
      [4, '+237677000049', '1000', 'Awa 4', null],
      [6, '+237677000051', '1000', 'Awa 6', null],
    ],
    refusals: [
      [2, 'C', 'amount_format'],
      [3, 'C', 'amount_format'],
      [5, 'B', 'phone_format'],
      [7, 'C', 'amount_format'],
      [8, 'C', 'amount_format'],
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
