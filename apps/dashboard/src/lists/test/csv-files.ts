import type { ListFile } from './list-file.js';
import { latin1, utf16, utf8 } from './list-file.js';

const [ADA, BEA] = ['+237670000001', '+237690000002'];

/** Lists as separated text. */
export const csvFiles: readonly ListFile[] = [
  {
    name: 'semicolons, headings in French, a mark of UTF-8, a line of sums',
    bytes: utf8(
      '\ufeffN°;Nom;Téléphone;Montant (FCFA);Motif',
      '1;Ada Ngo;670 00 00 01;10 000;Salaire',
      '2;Béa;+237 690-00-00-02;10.000 FCFA;',
      '',
      ';TOTAL;;20 000;',
    ),
    rows: [
      [2, ADA, '10000', 'Ada Ngo', 'Salaire'],
      [3, BEA, '10000', 'Béa', null],
    ],
    unread: ['N°'],
  },
  {
    name: 'commas, headings in English, amounts in quotes',
    bytes: utf8('Full name,Phone number,Amount', '"Ngo, Ada",237670000001,"10,000"', 'Bea,00237690000002,"5,000.00"'),
    rows: [
      [2, ADA, '10000', 'Ngo, Ada'],
      [3, BEA, '5000', 'Bea'],
    ],
  },
  {
    name: 'an amount that its comma cuts in two',
    bytes: utf8('phone,amount', '670000001,10,000', '690000002,5000'),
    rows: [[3, BEA, '5000']],
    refusals: ['2 C cells_beyond'],
  },
  {
    name: 'Windows-1252 with no-break spaces, columns in another order',
    bytes: latin1(
      'Montant;Prénom;Nom;Numéro',
      '25\u00a0000;Zoé;Nkolo;670000001',
      '7\u00a0500 F CFA;Éric;Mbarga;690000002',
    ),
    rows: [
      [2, ADA, '25000', 'Nkolo Zoé'],
      [3, BEA, '7500', 'Mbarga Éric'],
    ],
  },
  {
    name: 'UTF-16 with tabs, as "Unicode text"',
    bytes: utf16('Bénéficiaire\tContact\tSomme', 'Ada\t670000001\t5\u202f000', '王\t690000002\t6000'),
    rows: [
      [2, ADA, '5000', 'Ada'],
      [3, BEA, '6000', '王'],
    ],
  },
  {
    name: 'no headings, two columns',
    bytes: utf8('670000001;5000', '690000002;6000'),
    rows: [
      [1, ADA, '5000'],
      [2, BEA, '6000'],
    ],
  },
  {
    name: 'no headings, a name in front',
    bytes: utf8('Ada, 670000001, 5000', 'Bea, 690000002, 6000'),
    rows: [
      [1, ADA, '5000', 'Ada'],
      [2, BEA, '6000', 'Bea'],
    ],
  },
  {
    name: 'no headings, and a column of numbers of rows that may be amounts, too',
    bytes: utf8('1;670000001;5000', '2;690000002;6000'),
    refusals: ['columns_unclear'],
  },
  {
    name: 'a title, a date and the headings below them, signatures at the end',
    bytes: utf8(
      'ETS NGO ET FILS;;',
      'Paie du 30/11/2026;;',
      '',
      'Employé;Tél.;Net à payer',
      'Ada;670000001;50 000',
      ';;',
      'Bea;690000002;60 000',
      'Fait à Douala;;',
      'Le comptable;;',
    ),
    rows: [
      [5, ADA, '50000', 'Ada'],
      [7, BEA, '60000', 'Bea'],
    ],
    unpaid: [8, 9],
  },
  {
    name: 'numbers with apostrophes, as text formulas, and as the floats of a program',
    bytes: utf8('phone;amount', "'670000001;5000", '"=""0670000001""";"=""5000"""', '690000002.0;5000.0'),
    rows: [
      [2, ADA, '5000'],
      [3, ADA, '5000'],
      [4, BEA, '5000'],
    ],
  },
  {
    name: 'cells that begin with = + - @',
    bytes: utf8(
      'nom;téléphone;montant;référence',
      '=HYPERLINK("http://a");+237670000001;5000;@ada',
      'Bea;=A1;-5000;-',
      'Cia;690000002;=B2*2;+1',
    ),
    rows: [[2, ADA, '5000', '=HYPERLINK("http://a")', '@ada']],
    refusals: ['3 B cell_formula', '3 C amount_negative', '4 C cell_formula'],
  },
  {
    name: 'each fault of a number',
    bytes: utf8(
      'tel;montant',
      '67000000;5000',
      '670000001 / 690000002;5000',
      'pas de numéro;5000',
      ';5000',
      '6,7E+08;5000',
      '170000001;5000',
      '690000002;5000',
    ),
    rows: [[8, BEA, '5000']],
    refusals: [
      ...['2 A phone_too_short', '3 A phone_too_long', '4 A phone_invalid', '5 A phone_missing'],
      ...['6 A phone_shortened', '7 A phone_invalid'],
    ],
  },
  {
    name: 'each fault of an amount',
    bytes: utf8(
      ...['tel;montant', '670000001;', '670000001;cinq mille', '670000001;1500,50', '670000001;1.5'],
      ...[
        '670000001;-500',
        '670000001;(500)',
        '670000001;0',
        '670000001;1E+06',
        '670000001;1.000.00',
        '690000002;1000,00',
      ],
    ),
    rows: [[11, BEA, '1000']],
    refusals: [
      ...['2 B amount_missing', '3 B amount_invalid', '4 B amount_decimals', '5 B amount_decimals'],
      ...['6 B amount_negative', '7 B amount_negative', '8 B amount_invalid', '9 B amount_shortened'],
      '10 B amount_decimals',
    ],
  },
  {
    name: 'a total that is not the sum, and the headings of a second page',
    bytes: utf8('tel;montant', '670000001;5000', 'Total;5000', 'tel;montant', '690000002;6000', 'TOTAL GENERAL;12 000'),
    rows: [
      [2, ADA, '5000'],
      [5, BEA, '6000'],
    ],
    refusals: ['6 B total_differs'],
  },
  {
    name: 'a person without number and amount between others, and another currency',
    bytes: utf8('nom,tel,montant,devise', 'Ada,670000001,5000,XAF', 'Cia,,,', 'Bea,690000002,50,EUR'),
    rows: [[2, ADA, '5000', 'Ada']],
    refusals: ['3 B phone_missing', '4 D currency_other'],
  },
  {
    name: 'two columns of amounts',
    bytes: utf8('tel;Salaire de base;Net à payer', '670000001;5000;4500'),
    refusals: ['1 C column_twice'],
  },
  {
    name: 'amounts in euros',
    bytes: utf8('tel;Montant (EUR)', '670000001;50'),
    refusals: ['1 B currency_other'],
  },
  {
    name: 'headings without a column of amounts',
    bytes: utf8('Nom;Téléphone', 'Ada;670000001'),
    refusals: ['column_amount_missing'],
  },
  {
    name: 'sep= in front, line breaks in quotes, a quote that nothing closes, old line ends',
    bytes: utf8('sep=|', 'phone|amount|note', '670000001|5000|"line one\nline ""two"""', '690000002|6000|5" screen'),
    rows: [
      [2, ADA, '5000', null, 'line one line "two"'],
      [3, BEA, '6000', null, '5" screen'],
    ],
  },
];
