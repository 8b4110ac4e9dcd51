import { strToU8, zipSync } from 'fflate';

/** The values of a list's cells as they are read, and the refusals of its rows. */
export interface OracleFile {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Row, phone number, amount, name and reference. */
  readonly rows: readonly (readonly [number, string, string, string | null, string | null])[];
  /** Row, letter of the column and code. */
  readonly refusals?: readonly (readonly [number | null, string | null, string])[];
  readonly unreadColumns?: readonly string[];
  /** The rows below the list that pay nobody. */
  readonly unpaid?: readonly number[];
  readonly otherSheets?: readonly string[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  /** The content of `worksheet` of each sheet, by its name. */
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  readonly styles?: string;
  /** The element of the workbook that tells how it is calculated. */
  readonly calculation?: string;
  /** The folder of the paths of sheets. */
  readonly folder?: string;
}

/** The bytes of a workbook with these parts. */
export function workbook({ sheets, strings, styles, calculation = '', folder = '' }: Parts): Uint8Array {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = [
    ...names.map((_, index) => relation(`rId${index + 2}`, 'worksheet', `${folder}worksheets/sheet${index + 1}.xml`)),
    ...(strings ? [relation('rId50', 'sharedStrings', 'sharedStrings.xml')] : []),
    ...(styles ? [relation('rId51', 'styles', 'styles.xml')] : []),
  ];
  const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 2}"/>`);
  const xml = (content: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`);
  return zipSync({
    'xl/workbook.xml': xml(
      `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets>${calculation}</workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(`<worksheet ${MAIN}>${sheets[name] ?? ''}</worksheet>`),
      ]),
    ),
    ...(strings && {
      'xl/sharedStrings.xml': xml(`<sst ${MAIN}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`),
    }),
    ...(styles && { 'xl/styles.xml': xml(`<styleSheet ${MAIN}>${styles}</styleSheet>`) }),
  });
}

/** Rows of a sheet whose texts stand in their cells. */
const typed = (rows: readonly (readonly string[])[]): string =>
  `<sheetData>${rows
    .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData>`;

/** The lines of a file. */
export const text = (...lines: readonly string[]): string => lines.join('\r\n');
/** The row of headings. */
export const HEADS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Nom</t></is></c><c r="B1" t="inlineStr"><is><t>Téléphone</t></is></c>\
<c r="C1" t="inlineStr"><is><t>Montant</t></is></c></row>';
/** A row that pays somebody; `style`: the attributes of the cell of its amount. */
export const paid = (row: number, phone: string, amount: string, style = ''): string =>
  `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>Awa ${row}</t></is></c><c r="B${row}"><v>${phone}</v></c>\
<c r="C${row}"${style}><v>${amount}</v></c></row>`;

/** Title over merged cells, styles, shared strings with parts in bold, styled empty columns, a sum by a formula: as LibreOffice saves it. */
const officeSuite = workbook({
  strings: [
    '<t xml:space="preserve">ÉTAT DES SALAIRES  </t>',
    '<t>Nom et prénoms</t>',
    '<r><rPr><b/></rPr><t>Télé</t></r><r><t>phone</t></r>',
    '<t>Net à payer (FCFA)</t>',
    '<t>Motif</t>',
    '<t>NGO Marie</t>',
    '<t>6 77\u00a000\u00a000 01</t>',
    '<t>Août</t>',
    '<t>Total général</t>',
  ],
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="#,##0\\ [$FCFA-300C]"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>',
  sheets: {
    Feuille1:
      '<sheetViews><sheetView/></sheetViews><cols><col min="1" max="1024" width="11.5"/></cols><sheetData>' +
      '<row r="1"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="0"/><c r="C1" s="0"/><c r="D1" s="0"/></row>' +
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="s"><v>3</v></c><c r="D3" t="s"><v>4</v></c><c r="E3" s="1"/></row>' +
      '<row r="4"><c r="A4" t="s"><v>5</v></c><c r="B4" t="s"><v>6</v></c><c r="C4" s="1" t="n"><v>85000</v></c><c r="D4" t="s"><v>7</v></c><c r="E4" s="1"/></row>' +
      '<row r="5"><c r="A5"/><c r="B5" t="n"><v>699000002</v></c><c r="C5" s="1" t="n"><f aca="false">C4/2</f><v>42500</v></c></row>' +
      '<row r="7"><c r="A7" t="s"><v>8</v></c><c r="C7" s="1" t="n"><f aca="false">SUM(C4:C6)</f><v>127500</v></c></row>' +
      '</sheetData><mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells>',
  },
});

export const otherPrograms: readonly OracleFile[] = [
  {
    file: 'an office suite',
    bytes: officeSuite,
    rows: [
      [4, '+237677000001', '85000', 'NGO Marie', 'Août'],
      [5, '+237699000002', '42500', null, null],
    ],
  },
  {
    file: 'CSV UTF-8 of a French spreadsheet',
    bytes: strToU8(
      `\ufeff${text(
        'Bénéficiaire;N° MoMo;Montant;Référence;;',
        'Éliane;6 77 00 00 03;12\u202f500;PAIE-1;;',
        'Zoé;+237 699-00-00-04;7.500;PAIE-2;;',
        ';TOTAL;20 000;;;',
        '',
      )}`,
    ),
    rows: [
      [2, '+237677000003', '12500', 'Éliane', 'PAIE-1'],
      [3, '+237699000004', '7500', 'Zoé', 'PAIE-2'],
    ],
  },
  {
    file: 'CSV of a browser’s spreadsheet, with dates and a name in two lines',
    bytes: strToU8(
      [
        'Name,Hired,Phone number,Amount',
        '"Doe, John\nJr.",12/03/2024,677000005,"10,000"',
        'Jane,2024-03-13,699000006,9000',
        ',,,"19,000"',
      ].join('\n'),
    ),
    rows: [
      [2, '+237677000005', '10000', 'Doe, John Jr.', null],
      [3, '+237699000006', '9000', 'Jane', null],
    ],
    unreadColumns: ['Hired'],
  },
  {
    file: 'Unicode text of a spreadsheet, with tabs',
    bytes: new Uint8Array(
      Buffer.from(
        `\ufeff${text('Téléphone\tSomme', "'677000007\t1 500 F CFA", '00237 6 99 00 00 08\t2500,00', '')}`,
        'utf16le',
      ),
    ),
    rows: [
      [2, '+237677000007', '1500', null, null],
      [3, '+237699000008', '2500', null, null],
    ],
  },
  {
    file: 'numbers as a program writes them in XML, without styles and places',
    bytes: workbook({
      folder: '/xl/',
      sheets: {
        Sheet1:
          '<sheetData><row><c t="str"><v>Phone</v></c><c t="str"><v>Amount</v></c><c t="str"><v>Date</v></c></row>' +
          '<row><c><v>6.77000009E8</v></c><c><v>1.5E4</v></c><c t="d"><v>2026-11-20</v></c></row>' +
          '<row><c t="str"><f>HYPERLINK("tel:+237699000010","699 00 00 10")</f><v>699 00 00 10</v></c><c><v>2500.0</v></c><c/></row></sheetData>',
      },
    }),
    rows: [
      [2, '+237677000009', '15000', null, null],
      [3, '+237699000010', '2500', null, null],
    ],
    unreadColumns: ['Date'],
  },
  {
    file: 'a list whose numbers a narrow column has shortened, and a link',
    bytes: strToU8(
      text(
        'Nom;Téléphone;Montant',
        'A;6,77E+08;1000',
        'B;"=HYPERLINK(""tel:677000011"";""677000011"")";1000',
        'C;677000012;1,5E+04',
      ),
    ),
    rows: [],
    refusals: [
      [2, 'B', 'phone_shortened'],
      [3, 'B', 'cell_formula'],
      [4, 'C', 'amount_shortened'],
    ],
  },
  {
    file: 'numbers as text, some of them with marks of thousands that others decide',
    bytes: workbook({
      sheets: {
        Paie: typed([
          ['Prénom', 'Nom', 'Contact', 'Salaire net'],
          ['Awa', 'Bih', '(237) 677000013', ' 15 000 '],
          ['Ali', 'Oum', '677 000 014', '15’000'],
          ['Eve', 'Fon', '677000015 / 699000016', '15 000'],
          ['Ada', 'Ngu', '677000017', '15.000,00'],
          ['Ida', 'Mah', '677000018', '15,5'],
        ]),
        Archives: typed([['Nom', 'Contact', 'Salaire net']]),
      },
    }),
    rows: [
      [2, '+237677000013', '15000', 'Bih Awa', null],
      [3, '+237677000014', '15000', 'Oum Ali', null],
      [5, '+237677000017', '15000', 'Ngu Ada', null],
    ],
    refusals: [
      [4, 'C', 'phone_too_long'],
      [6, 'D', 'amount_decimals'],
    ],
    otherSheets: ['Archives'],
  },
  {
    file: 'a hidden column of amounts',
    bytes: workbook({
      sheets: {
        Feuil1: `<cols><col min="3" max="3" width="0" hidden="1"/></cols><sheetData>${HEADS}${paid(2, '677000019', '1000')}</sheetData>`,
      },
    }),
    rows: [],
    refusals: [[1, 'C', 'column_hidden']],
  },
  {
    file: 'rows of no height, hidden by the sheet',
    bytes: workbook({
      sheets: {
        Feuil1: `<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/><sheetData>${HEADS.replace('<row r="1">', '<row r="1" ht="15">')}${paid(2, '677000020', '1000').replace('<row ', '<row ht="15" ')}${paid(3, '677000021', '1000')}${paid(4, '677000022', '1000').replace('<row ', '<row ht="0" customHeight="1" ')}</sheetData>`,
      },
    }),
    rows: [[2, '+237677000020', '1000', 'Awa 2', null]],
    refusals: [
      [3, null, 'row_hidden'],
      [4, null, 'row_hidden'],
    ],
  },
  {
    file: 'amounts that are shown as others: in thousands, in percent, or not at all',
    bytes: workbook({
      styles:
        '<numFmts><numFmt numFmtId="170" formatCode="#,##0,"/><numFmt numFmtId="171" formatCode=";;;"/><numFmt numFmtId="172" formatCode="#,##0_);(#,##0)"/></numFmts>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="3"/></cellXfs>',
      sheets: {
        Feuil1: `<sheetData>${HEADS}${paid(2, '677000023', '15000', ' s="1"')}${paid(3, '677000024', '15', ' s="2"')}${paid(4, '677000025', '15000', ' s="3"')}${paid(5, '677000026', '15000', ' s="4"')}${paid(6, '677000027', '15000', ' s="5"')}</sheetData>`,
      },
    }),
    rows: [
      [5, '+237677000026', '15000', 'Awa 5', null],
      [6, '+237677000027', '15000', 'Awa 6', null],
    ],
    refusals: [
      [2, 'C', 'amount_format'],
      [3, 'C', 'amount_format'],
      [4, 'C', 'amount_format'],
    ],
  },
  {
    file: 'a list by agencies, each with a title and a sum, and signatures below',
    bytes: strToU8(
      text(
        'Société Ndokoti SARL;;;',
        'Paie de novembre 2026;;;',
        'Matricule;Nom;Portable;Montant (FCFA)',
        'M1;Awa;677000028;1000',
        'M2;Ali;677000029;2000',
        ';Sous-total;;3000',
        'M3;Eve;677000030;4000',
        ';Sous-total;;4000',
        ';Total;;7000',
        'Le directeur;;;',
      ),
    ),
    rows: [
      [4, '+237677000028', '1000', 'Awa', 'M1'],
      [5, '+237677000029', '2000', 'Ali', 'M2'],
      [7, '+237677000030', '4000', 'Eve', 'M3'],
    ],
    unpaid: [10],
  },
];
