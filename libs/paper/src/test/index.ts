import type { Money } from '../money.js';

/** Money and moments as people read them, and cells of files; every place that writes them runs the tables. */

export interface PaperMoney {
  readonly money: Money;
  /** On screens and in mails. */
  readonly page: Readonly<Record<'fr' | 'en', string>>;
  /** In an SMS. */
  readonly message: Readonly<Record<'fr' | 'en', string>>;
  /** In the cell of a file. */
  readonly decimal: string;
}

type Row = readonly [amount: string, currency: string, fr: string, en: string, decimal: string];
const row = (...[amount, currency, fr, en, decimal]: Row): PaperMoney => ({
  money: { amount, currency },
  page: { fr, en },
  message: { fr: inMessage(fr), en: inMessage(en) },
  decimal,
});
const inMessage = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ').replace('\u2212', '-');

export const paperMoney: readonly PaperMoney[] = [
  row('0', 'XAF', '0\u00a0FCFA', '0\u00a0FCFA', '0'),
  row('999', 'XAF', '999\u00a0FCFA', '999\u00a0FCFA', '999'),
  row('5000', 'XAF', '5\u202f000\u00a0FCFA', '5,000\u00a0FCFA', '5000'),
  row('5000', 'XOF', '5\u202f000\u00a0FCFA', '5,000\u00a0FCFA', '5000'),
  row('-2500', 'XAF', '\u22122\u202f500\u00a0FCFA', '\u22122,500\u00a0FCFA', '-2500'),
  row('-100', 'XAF', '\u2212100\u00a0FCFA', '\u2212100\u00a0FCFA', '-100'),
  row('999999999999', 'XAF', '999\u202f999\u202f999\u202f999\u00a0FCFA', '999,999,999,999\u00a0FCFA', '999999999999'),
  row('123456', 'EUR', '1\u202f234,56\u00a0€', '1,234.56\u00a0€', '1234.56'),
  row('-5', 'EUR', '\u22120,05\u00a0€', '\u22120.05\u00a0€', '-0.05'),
  // more digits than a number holds
  row(
    '90071992547409931',
    'XAF',
    '90\u202f071\u202f992\u202f547\u202f409\u202f931\u00a0FCFA',
    '90,071,992,547,409,931\u00a0FCFA',
    '90071992547409931',
  ),
];

/** Moments about the ends of days and months of Africa/Douala, with the year, month and day that they are in. */
export const paperMoments: readonly (readonly [moment: string, day: string, en: string, fr: string, digits: string])[] =
  [
    ['2026-10-31T22:59:59.999Z', '2026-10-31', '31 Oct 2026, 23:59', '31 oct. 2026, 23:59', '31/10/2026 23:59'],
    ['2026-10-31T23:00:00.000Z', '2026-11-01', '1 Nov 2026, 00:00', '1 nov. 2026, 00:00', '01/11/2026 00:00'],
    ['2026-11-21T09:00:00.000Z', '2026-11-21', '21 Nov 2026, 10:00', '21 nov. 2026, 10:00', '21/11/2026 10:00'],
    ['2026-12-31T23:30:00.000Z', '2027-01-01', '1 Jan 2027, 00:30', '1 janv. 2027, 00:30', '01/01/2027 00:30'],
    ['2028-02-29T22:30:00.000Z', '2028-02-29', '29 Feb 2028, 23:30', '29 févr. 2028, 23:30', '29/02/2028 23:30'],
  ];

/** Texts that a spreadsheet would run, with the cell that keeps them text. */
export const formulas: readonly (readonly [string, string])[] = [
  ['=1+1', "'=1+1"],
  ['+237670000001', "'+237670000001"],
  ['-2500', "'-2500"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', `"'\r'=1"`],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  // for a spreadsheet whose cells end with a semicolon
  ['a;=1', `"a;'=1"`],
  ['a;"=1', `"a;'""=1"`],
  ['a\n=1', `"a\n'=1"`],
];
