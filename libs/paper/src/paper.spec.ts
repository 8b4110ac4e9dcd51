import { describe, expect, test } from '@jest/globals';
import {
  cellMoment,
  csvCell,
  csvOf,
  dayAt,
  decimalOf,
  exponentOf,
  formOf,
  lastDayBefore,
  lastMonths,
  momentDigits,
  fieldOfMoment,
  momentOfField,
  momentText,
  moneyText,
  monthAt,
  monthText,
  spanOfDay,
  spanOfMonth,
  startOfDay,
  zonedText,
} from './index.js';
import { formulas, paperMoments, paperMoney } from './test/index.js';

const languages = ['fr', 'en'] as const;
/** The basic characters of GSM 03.38 that amounts and times need. */
const GSM = /^[-0-9A-Z ,./:]+$/;

describe.each(paperMoney)('$money.amount $money.currency', ({ money, page, message, decimal }) => {
  test.each(languages)('is one text on pages and one in messages, in %s', (language) => {
    expect(moneyText(money, language)).toBe(page[language]);
    expect(moneyText(money, language, 'message')).toBe(message[language]);
    if (money.currency !== 'EUR') expect(moneyText(money, language, 'message')).toMatch(GSM);
  });

  test('is a decimal with an ASCII minus sign in files', () => {
    const cell = decimalOf(money.amount, exponentOf(money.currency));
    expect(cell).toBe(decimal);
    expect(csvCell(cell, 'money')).toBe(decimal);
    expect(csvCell(cell, 'money', formOf.fr)).toBe(decimal.replace('.', ','));
  });
});

describe.each(paperMoments)('%s', (...[moment, day, english, french, digits]) => {
  test('is in one day of Africa/Douala, and one time, on every paper', () => {
    expect([dayAt(moment), monthAt(moment)]).toEqual([day, day.slice(0, 7)]);
    expect(momentText(moment, 'en', 'minute')).toBe(english);
    expect(momentText(moment, 'fr', 'minute')).toBe(french);
    expect(momentDigits(moment)).toBe(digits);
    expect(momentDigits(moment)).toMatch(GSM);
    expect(zonedText(moment)).toContain(`${day}T${digits.slice(-5)}`);
    expect(Date.parse(zonedText(moment))).toBe(Date.parse(moment));
    expect(cellMoment(moment).slice(0, 16)).toBe(`${day} ${digits.slice(-5)}`);
    expect(csvCell(moment, 'moment')).toBe(cellMoment(moment));
    const { from, to } = spanOfDay(day);
    expect(from <= moment && moment < to).toBe(true);
    expect([dayAt(from), lastDayBefore(to)]).toEqual([day, day]);
  });
});

test('times of both languages are those of the language', () => {
  const of = (style: Parameters<typeof momentText>[2]) =>
    languages.map((language) => momentText('2026-11-01T14:05:09Z', language, style));
  expect(of('second')).toEqual(['1 nov. 2026, 15:05:09', '1 Nov 2026, 15:05:09']);
  expect(of('minuteOfYear')).toEqual(['1 nov., 15:05', '1 Nov, 15:05']);
  expect(of('long')).toEqual(['1 novembre 2026 à 15:05', '1 November 2026 at 15:05']);
  expect(of('day')).toEqual(['1 nov. 2026', '1 Nov 2026']);
  expect(of('hour')).toEqual(['15:05', '15:05']);
  expect([monthText('2026-08', 'fr'), monthText('2026-08', 'en')]).toEqual(['août 2026', 'August 2026']);
});

test('months and days begin at midnight of Africa/Douala, an hour before that of UTC', () => {
  expect(spanOfMonth('2026-12')).toEqual({ from: '2026-11-30T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' });
  expect(spanOfDay('2026-02-28')).toEqual({ from: '2026-02-27T23:00:00.000Z', to: '2026-02-28T23:00:00.000Z' });
  expect(startOfDay('2026-02-28', 1)).toBe('2026-02-28T23:00:00.000Z');
  expect(momentOfField('2026-11-01T00:00')).toBe('2026-10-31T23:00:00.000Z');
  expect(fieldOfMoment('2026-10-31T23:00:59.999Z')).toBe('2026-11-01T00:00');
  expect(lastMonths(new Date('2026-12-31T23:30:00.000Z'), 3)).toEqual(['2027-01', '2026-12', '2026-11']);
});

test.each(formulas)('%j is text in a column of text, and no formula', (text, cell) => {
  expect(csvCell(text, 'text')).toBe(cell);
});

test.each([
  ['a comma', 'a,b', '"a,b"'],
  ['quotes', 'the "best"', '"the ""best"""'],
  ['a semicolon', 'a;b', '"a;b"'],
  ['a line break', 'a\r\nb', '"a\r\nb"'],
])('%s is quoted', (_what, text, cell) => {
  expect(csvCell(text, 'text')).toBe(cell);
});

test.each(['=1', '+5', '1-2', '-', '--5', '1e5', '', '-5 FCFA'])('%j in a column of numbers is no number', (text) => {
  expect(csvCell(text, 'number')).toBe(csvCell(text, 'text'));
});

test('a file begins with a byte order mark, its rows end with CRLF, and each language has its separator', () => {
  const columns = [
    { heading: 'Référence', kind: 'text' },
    { heading: 'Net', kind: 'money' },
    { heading: '+Quand', kind: 'moment' },
  ] as const;
  const sheet = {
    columns,
    rows: [
      ['-1', '-1.50', '2026-10-31T23:00:00.000Z'],
      ['', '', ''],
    ],
  };
  expect(csvOf(sheet, formOf.en)).toBe("\uFEFFRéférence,Net,'+Quand\r\n'-1,-1.50,2026-11-01 00:00:00\r\n,,\r\n");
  expect(csvOf(sheet, formOf.fr)).toBe("\uFEFFRéférence;Net;'+Quand\r\n'-1;-1,50;2026-11-01 00:00:00\r\n;;\r\n");
});
