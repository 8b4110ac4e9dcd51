import { gzipSync } from 'node:zlib';
import type { MobileOperator } from '@paygate/contracts';
import type { BookedOperation } from './statement-model.js';
import { HEADER } from './statement-model.js';

/** What a row must come to: its result, or the difference that the report names. */
type Says =
  'matched' | 'blank' | 'unreadable' | 'duplicate' | 'missing_here' | 'status' | 'kind' | 'currency' | 'amount';
export type Row = readonly [text: string, says: Says];

type Field = 'id' | 'reference' | 'time' | 'amount' | 'currency' | 'kind' | 'status';
/** An operation of a day by the name that its rail gives it, and its row with other fields. */
export interface Written {
  readonly name: string;
  readonly row: (fields?: Partial<Record<Field, string>>) => string;
}

/** A day of a rail: a collection of 700 and a refund of 300 that have succeeded. */
export interface Scene {
  readonly day: string;
  readonly dayBefore: string;
  readonly dayAfter: string;
  readonly paid: Written;
  readonly refunded: Written;
}

export interface RowCase {
  readonly rail?: MobileOperator;
  /** The rows between the header and the sound row of the refund. */
  readonly rows: (scene: Scene) => readonly Row[];
  /** How the collection is booked, where it is not 700 at noon. */
  readonly paid?: (scene: Pick<Scene, 'day' | 'dayAfter'>) => Partial<BookedOperation>;
  /** What the day says of the collection when none of its rows names it. */
  readonly unnamed?: 'missing_there' | 'awaited';
  /** The statement of the day before, which has come. */
  readonly before?: (scene: Scene) => readonly string[];
}

/** A sound row of the collection, with other fields. */
const paid =
  (says: Says, fields: Partial<Record<Field, string>> = {}): RowCase['rows'] =>
  ({ paid: { row } }) => [[row(fields), says]];
/** The row of the collection at another time of the day. */
const at =
  (says: Says, time: (scene: Scene) => string): RowCase['rows'] =>
  (scene) => [[scene.paid.row({ time: time(scene) }), says]];
/** The row of the collection with its name written in another way. */
const named =
  (says: Says, spelt: (name: string) => string): RowCase['rows'] =>
  ({ paid: { name, row } }) => [[row({ reference: spelt(name) }), says]];
/** Rows beside the sound one of the collection. */
const beside =
  (...rows: readonly Row[]): RowCase['rows'] =>
  ({ paid: { row } }) => [rows[0] ?? ['', 'blank'], [row(), 'matched'], ...rows.slice(1)];

const UNNAMED = { unnamed: 'missing_there' } as const;
const ORANGE = { rail: 'orange_money' } as const;

/** Rows as operators, spreadsheets and people write them, each with what must be said of it. */
export const rowCases: Readonly<Record<string, RowCase>> = {
  'a name in capitals': { rows: named('matched', (name) => name.toUpperCase()) },
  'a name in braces and capitals': { rows: named('matched', (name) => `{${name.toUpperCase()}}`) },
  'a name as a URN': { rows: named('matched', (name) => `urn:uuid:${name}`) },
  'a name as a URN of capitals': { rows: named('matched', (name) => `URN:UUID:${name}`.toUpperCase()) },
  'a name without hyphens': { ...UNNAMED, rows: named('missing_here', (name) => name.replaceAll('-', '')) },
  'a name with a space before it': { ...UNNAMED, rows: named('unreadable', (name) => ` ${name}`) },
  'a name in quotes': { rows: named('matched', (name) => `"${name.toUpperCase()}"`) },
  'a name in quotes that do not end': { ...UNNAMED, rows: named('unreadable', (name) => `"${name}`) },
  'a name cut by a column': { ...UNNAMED, rows: named('missing_here', (name) => name.slice(0, 32)) },
  'no name, twice': {
    ...UNNAMED,
    rows: ({ paid: { row } }) => [
      [row({ reference: '' }), 'missing_here'],
      [row({ reference: '' }), 'missing_here'],
    ],
  },
  'one name in four spellings': {
    rows: ({ paid: { name, row } }) => [
      [row({ reference: name.toUpperCase() }), 'matched'],
      [row({ reference: name }), 'duplicate'],
      [row({ reference: `{${name}}`, amount: '701' }), 'duplicate'],
      [row({ reference: `urn:uuid:${name.toUpperCase()}`, status: 'failed' }), 'duplicate'],
    ],
  },
  'a name that the day before had in capitals': {
    rows: paid('duplicate'),
    before: ({ dayBefore, paid: { name, row } }) => [
      row({ reference: name.toUpperCase(), time: `${dayBefore}T23:59:59+01:00` }),
    ],
  },
  'an unknown name in two spellings': {
    rows: ({ paid: { row } }) => [
      [row({ reference: '7D3B1F70-62F8-4C06-A2F1-5A6B9B1D7E10' }), 'missing_here'],
      [row({ reference: 'urn:uuid:7d3b1f70-62f8-4c06-a2f1-5a6b9b1d7e10' }), 'duplicate'],
      [row(), 'matched'],
    ],
  },
  'a token of Orange Money': { ...ORANGE, rows: paid('matched') },
  'a token of Orange Money in capitals': {
    ...{ ...ORANGE, ...UNNAMED },
    rows: named('missing_here', (name) => name.toUpperCase()),
  },
  'a token of Orange Money in braces': {
    ...{ ...ORANGE, ...UNNAMED },
    rows: named('missing_here', (name) => `{${name}}`),
  },
  'two tokens of Orange Money that differ in capitals': {
    ...ORANGE,
    rows: ({ paid: { name, row } }) => [
      [row(), 'matched'],
      [row({ reference: name.toLowerCase() }), 'missing_here'],
    ],
  },
  'a token of Orange Money that is a UUID in capitals': {
    rail: 'orange_money',
    paid: () => ({ railToken: '5C9A2F0E-3D41-4F5B-8E27-90B1C4D6A7F8' }),
    rows: ({ paid: { name, row } }) => [
      [row({ reference: name.toLowerCase() }), 'missing_here'],
      [row(), 'matched'],
    ],
  },

  'a row of nothing before and after': { rows: beside(['', 'blank'], ['', 'blank']) },
  'a row of separators': { rows: beside([',,,,,,', 'blank'], [',,,,,,,,,,', 'blank']) },
  'a row of tabs and spaces': { rows: beside(['\t\t\t', 'blank'], [' , , ,\t', 'blank']) },
  'a row of semicolons': { rows: beside([';;;;;;', 'unreadable']) },
  'a row of a no-break space': { rows: beside(['\u00a0,,,,,,', 'unreadable']) },
  'a row of empty quotes': { rows: beside(['"","","","","","",""', 'unreadable']) },
  'a total': { rows: beside(['', 'blank'], ['TOTAL,,,1000,XAF,,', 'unreadable']) },
  'a comment': { rows: beside(['# exported by A. on Monday', 'unreadable']) },
  'a second header, as of two files in one': { rows: beside([HEADER, 'unreadable']) },
  'an end of file of DOS': { rows: beside(['', 'blank'], ['\u001a', 'unreadable']) },
  'a field too many': { ...UNNAMED, rows: ({ paid: { row } }) => [[`${row()},`, 'unreadable']] },
  'a field too few': { ...UNNAMED, rows: ({ paid: { row } }) => [[row().replace(/,succeeded$/, ''), 'unreadable']] },
  'semicolons in one row': { ...UNNAMED, rows: ({ paid: { row } }) => [[row().replaceAll(',', ';'), 'unreadable']] },
  'a row of more than 1,024 bytes': { ...UNNAMED, rows: paid('unreadable', { id: '9'.repeat(1_024) }) },

  'another amount': { rows: paid('amount', { amount: '701' }) },
  'another currency': { rows: paid('currency', { currency: 'XOF' }) },
  'another direction': { rows: paid('kind', { kind: 'payout' }) },
  'another outcome': { rows: paid('status', { status: 'failed' }) },
  'everything else': { rows: paid('status', { status: 'failed', kind: 'refund', currency: 'XOF', amount: '1' }) },
  'another direction, currency and amount': { rows: paid('kind', { kind: 'refund', currency: 'XOF', amount: '1' }) },
  'another currency and amount': { rows: paid('currency', { currency: 'XOF', amount: '1' }) },
  'what is open here': {
    paid: () => ({ state: 'pending', endedAt: null }),
    rows: paid('missing_here'),
  },
  'what failed there and here': { paid: () => ({ state: 'declined' }), rows: paid('matched', { status: 'failed' }) },
  'what is in suspense': {
    paid: () => ({ state: 'succeeded', suspended: 900 }),
    rows: paid('matched', { amount: '900' }),
  },
  'an amount with decimals': { ...UNNAMED, rows: paid('unreadable', { amount: '700.00' }) },
  'an amount with a space': { ...UNNAMED, rows: paid('unreadable', { amount: '1 700' }) },
  'an amount of a spreadsheet': { ...UNNAMED, rows: paid('unreadable', { amount: '7E+02' }) },
  'an amount of zero': { ...UNNAMED, rows: paid('unreadable', { amount: '0' }) },
  'an amount below zero': { ...UNNAMED, rows: paid('unreadable', { amount: '-700' }) },
  'a word of the operator': { ...UNNAMED, rows: paid('unreadable', { status: 'SUCCESSFUL' }) },
  'a kind in capitals': { ...UNNAMED, rows: paid('unreadable', { kind: 'COLLECTION' }) },
  'a currency by its everyday name': { ...UNNAMED, rows: paid('unreadable', { currency: 'FCFA' }) },

  'a time in UTC': { rows: at('matched', ({ day }) => `${day}T08:00:00Z`) },
  'a time with nine decimals': { rows: at('matched', ({ day }) => `${day}T09:00:00.123456789+01:00`) },
  'a time with ten decimals': { ...UNNAMED, rows: at('unreadable', ({ day }) => `${day}T09:00:00.1234567890+01:00`) },
  'the first moment of the day, in UTC': { rows: at('matched', ({ dayBefore }) => `${dayBefore}T23:00:00Z`) },
  'the last second of the day, in India': { rows: at('matched', ({ dayAfter }) => `${dayAfter}T04:29:59+05:30`) },
  'the first second of the next day, in UTC': { ...UNNAMED, rows: at('unreadable', ({ day }) => `${day}T23:00:00Z`) },
  'a time without an offset': { ...UNNAMED, rows: at('unreadable', ({ day }) => `${day}T09:00:00`) },
  'a time with slashes': { ...UNNAMED, rows: at('unreadable', ({ day }) => day.replaceAll('-', '/') + ' 09:00') },
  'a day that is none': { ...UNNAMED, rows: at('unreadable', ({ day }) => `${day.slice(0, 4)}-02-30T09:00:00Z`) },
  'an hour that is none': { ...UNNAMED, rows: at('unreadable', ({ day }) => `${day}T24:00:00+01:00`) },
  'what ended after midnight, on the earlier day': {
    paid: ({ day, dayAfter }) => ({ submittedAt: `${day}T23:58:00+01:00`, endedAt: `${dayAfter}T00:03:00+01:00` }),
    rows: at('matched', ({ day }) => `${day}T23:59:00+01:00`),
  },
  'what ended near midnight, on no statement yet': {
    unnamed: 'awaited',
    paid: ({ day }) => ({ submittedAt: `${day}T23:57:00+01:00`, endedAt: `${day}T23:58:00+01:00` }),
    rows: () => [],
  },
  'what is on no statement': { ...UNNAMED, rows: () => [] },
};

const text = (change: (file: string) => string) => (file: string) => Buffer.from(change(file));
const utf16 = (file: string) => Buffer.from(`\ufeff${file}`, 'utf16le');

/** Whole files in other forms, of which each row matches. */
export const fileForms: Readonly<Record<string, (file: string) => Buffer>> = {
  'line ends of Windows': text((file) => file.replaceAll('\n', '\r\n')),
  'line ends of two systems': text((file) => file.replace('\n', '\r\n')),
  'no line end at the end': text((file) => file.trimEnd()),
  'line ends of Windows, and none at the end': text((file) => file.trimEnd().replaceAll('\n', '\r\n')),
  'a byte order mark': text((file) => `\ufeff${file}`),
  'a byte order mark and line ends of Windows': text((file) => `\ufeff${file.replaceAll('\n', '\r\n')}`),
  'each field in quotes': text((file) => file.replaceAll(/[^,\n]+/g, '"$&"')),
  'rows of nothing before the header': text((file) => `\n \n,,\n${file}`),
  'many rows of nothing at the end': text((file) => `${file}${'\r\n'.repeat(1_000)}`),
};

/** Files that are refused, with what the reason must name. */
export const refusedFiles: Readonly<Record<string, readonly [RegExp, (file: string) => Buffer]>> = {
  'UTF-16 as Excel writes it': [/UTF-16/i, utf16],
  'UTF-16 of the other order': [/UTF-16/i, (file) => utf16(file).swap16()],
  'UTF-16 without a mark': [/UTF-16/i, (file) => Buffer.from(file, 'utf16le')],
  'line ends of CR alone': [/\bCR\b/, text((file) => file.replaceAll('\n', '\r'))],
  semicolons: [/semicolon/i, text((file) => file.replaceAll(',', ';'))],
  'a workbook': [/XLSX/i, () => Buffer.from('504b0304140006000800000021006227', 'hex')],
  tabs: [/tab/i, text((file) => file.replaceAll(',', '\t'))],
  'a compressed file': [/./, (file) => gzipSync(file)],
  'a page of a browser': [/./, () => Buffer.from('<!doctype html>\n<title>Sign in</title>\n')],
  'a header in capitals': [/./, text((file) => file.replace(HEADER, HEADER.toUpperCase()))],
  'columns in another order': [/./, text((file) => file.replace('operator_id,reference', 'reference,operator_id'))],
  'a header with a column more': [/./, text((file) => file.replace(HEADER, `${HEADER},`))],
  'no header': [/./, text((file) => file.replace(`${HEADER}\n`, ''))],
  nothing: [/./, () => Buffer.from('')],
  'rows of nothing alone': [/./, () => Buffer.from('\r\n,,,,,,\r\n')],
};
