import { describe, expect, test } from '@jest/globals';
import { blankRows, moments, otherRows, otherTimes } from '@paygate/contracts/test';
import type { ReadLine } from './read-statement.js';
import { readStatement } from './read-statement.js';
import { LINE_MAX_BYTES, StatementRefused } from './text-lines.js';

const HEADER = 'operator_id,reference,time,amount,currency,kind,status';
const LINE = '3000000001,0b0f9c1e-6a3c-4b1e-9a57-0d5a6a1f2c3d,2026-01-31T09:00:00+01:00,700,XAF,collection,succeeded';

interface Reading {
  readonly lines: readonly ReadLine[];
  readonly blank: number;
}

async function linesOf(...reading: Parameters<typeof readingOf>): Promise<readonly ReadLine[]> {
  return (await readingOf(...reading)).lines;
}

/** What a file has that arrives in chunks of so many bytes. */
async function readingOf(
  file: string | Uint8Array,
  { chunk = 7, day = '2026-01-31', limits = { lines: 100, bytes: 10_000 } } = {},
): Promise<Reading> {
  const bytes = Buffer.from(file);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    await Promise.resolve();
  }
  const lines: ReadLine[] = [];
  let blank = 0;
  for await (const read of readStatement(chunks(), day, limits)) {
    lines.push(...read.lines);
    blank += read.blank;
  }
  return { lines, blank };
}

/** The number and the fault of each line that cannot be read. */
async function faultsOf(...lines: readonly (string | Uint8Array)[]): Promise<readonly (readonly [number, string])[]> {
  const file = Buffer.concat([HEADER, ...lines].flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  return (await linesOf(file)).flatMap((read) => ('fault' in read ? [[read.number, read.fault] as const] : []));
}

const replaced = (field: number, text: string): string => LINE.split(',').with(field, text).join();

describe('a statement', () => {
  test.each([1, 2, 64, 100_000])('is read in chunks of %s bytes', async (chunk) => {
    const expected = {
      ...{ operatorId: '3000000001', reference: '0b0f9c1e-6a3c-4b1e-9a57-0d5a6a1f2c3d', amount: 700n, currency: 'XAF' },
      ...{ movedAt: new Date('2026-01-31T08:00:00Z'), kind: 'collection', status: 'succeeded' },
      phone: null,
    };
    expect(await linesOf(`${HEADER}\n${LINE}\n${LINE}`, { chunk })).toEqual([
      { number: 2, line: expected },
      { number: 3, line: expected },
    ]);
  });

  test('may have the phones of the other parties as a last field, in all lines or in none', async () => {
    const file = [`${HEADER},phone`, `${LINE},+237670000001`, `${LINE},`, LINE, `${LINE},670000001`].join('\n');
    const read = await linesOf(file);
    expect(read.map((given) => ('line' in given ? given.line.phone : given.fault))).toEqual([
      ...['+237670000001', null, '7 fields, not 8', 'phone is not such as +237670000001'],
    ]);
    expect(await faultsOf(`${LINE},+237670000001`)).toEqual([[2, '8 fields, not 7']]);
    for (const header of [`${HEADER},phones`, HEADER.slice(0, -1), `phone,${HEADER}`])
      await expect(linesOf(`${header}\n${LINE}`)).rejects.toThrow(StatementRefused);
  });

  test.each([
    ['CRLF', `${HEADER}\r\n${LINE}\r\n`],
    ['a byte order mark', `\ufeff${HEADER}\n${LINE}\n`],
    ['quoted fields', `"operator_id",${HEADER.slice(12)}\n"3000000001",${LINE.slice(11)}`],
    ['no end of its last line', `${HEADER}\n${LINE}`],
  ])('may have %s', async (_, file) => {
    expect(await linesOf(file)).toEqual([
      { number: 2, line: expect.objectContaining({ operatorId: '3000000001', amount: 700n }) },
    ]);
  });

  test('may quote quotes and commas', async () => {
    const [read] = await linesOf(`${HEADER}\n${replaced(0, '"a""b,c"')}`);
    expect(read).toMatchObject({ line: { operatorId: 'a"b,c' } });
  });

  test('without a reference is one of a rail that gives none', async () => {
    const [read] = await linesOf(`${HEADER}\n${replaced(1, '')}`);
    expect(read).toMatchObject({ line: { reference: null } });
  });

  test.each([
    ['8 fields', `${LINE},`],
    ['6 fields', LINE.slice(0, LINE.lastIndexOf(','))],
    ['text after a quoted field', replaced(0, '"3"000')],
    ['a quoted field that does not end', replaced(0, '"3000')],
    ['a quote inside', replaced(0, '30"00')],
    ['operator_id', replaced(0, '')],
    ['operator_id', replaced(0, '3'.repeat(65))],
    ['operator_id', replaced(0, 'é')],
    ['reference', replaced(1, 'a b')],
    ['time is not such', replaced(2, '31/01/2026')],
    ['time is not such', replaced(2, '2026-01-31T09:00:00')],
    ['time is not such', replaced(2, '2026-01-31T29:00:00Z')],
    ['time is not in the day', replaced(2, '2026-01-31T00:00:00+02:00')],
    ['time is not in the day', replaced(2, '2026-01-31T23:00:00Z')],
    ['amount', replaced(3, '0')],
    ['amount', replaced(3, '-700')],
    ['amount', replaced(3, '7e2')],
    ['amount', replaced(3, '1234567890123')],
    ['currency', replaced(4, 'xaf')],
    ['kind', replaced(5, 'fee')],
    ['status', replaced(6, 'SUCCESSFUL')],
    ['control characters', replaced(0, '3\u0000')],
    ['CR inside a line: lines end with LF or CRLF', `${LINE}\r\r`],
    ['CR inside a line: lines end with LF or CRLF', `${LINE}\r${LINE}`],
    ['CR inside a line: lines end with LF or CRLF', Array.from({ length: 20 }, () => LINE).join('\r')],
    ['a tab: fields are separated by commas', LINE.replace(',', '\t')],
    ['UTF-16, not UTF-8', Buffer.from(LINE, 'utf16le')],
    [`longer than ${LINE_MAX_BYTES} bytes`, replaced(0, '3'.repeat(LINE_MAX_BYTES))],
    [`longer than ${LINE_MAX_BYTES} bytes`, 'x'.repeat(6_000)],
    ['not UTF-8, but an encoding such as Windows-1252', Buffer.from(replaced(0, 'é'), 'latin1')],
    ['not UTF-8, but an encoding such as Windows-1252', Buffer.from([0x80])],
  ])('has a line with the fault "%s", and the next one is read', async (fault, line) => {
    expect(await faultsOf(line, LINE)).toEqual([[2, expect.stringContaining(fault)]]);
  });

  test('has each faulty line by its number', async () => {
    const faults = await faultsOf(LINE, 'x', LINE, '', replaced(3, '1.5'));
    expect(faults.map(([number]) => number)).toEqual([3, 6]);
  });

  test.each(blankRows)('counts a row of %s, and numbers lines as the file does', async (_, row) => {
    for (const end of ['\n', '\r\n']) {
      const file = [row, HEADER, row, row, LINE, row, 'x', row].join(end);
      const { lines, blank } = await readingOf(file);
      expect(lines).toMatchObject([
        { number: 5, line: { amount: 700n } },
        { number: 7, fault: expect.stringContaining('fields') },
      ]);
      // nothing comes after the last line's end
      expect(blank).toBe(row === '' ? 4 : 5);
    }
    expect((await readingOf(`\ufeff${row}\n${HEADER}\n`)).blank).toBe(1);
  });

  test.each(otherRows)('has a line with a fault for a row of %s', async (_, row) => {
    const { lines, blank } = await readingOf(`${HEADER}\n${row}\n${LINE}\n`);
    expect(lines).toMatchObject([
      { number: 2, fault: expect.any(String) },
      { number: 3, line: { amount: 700n } },
    ]);
    expect(blank).toBe(0);
  });

  test.each(moments)('has the time %s as the API reads it', async (time, inUtc) => {
    const day = new Date(Date.parse(inUtc) + 3_600_000).toISOString().slice(0, 10);
    const [read] = await linesOf(`${HEADER}\n${replaced(2, time)}`, { day });
    expect(read).toMatchObject({ line: { movedAt: new Date(inUtc) } });
  });

  test.each(otherTimes)('has a line with a fault for the time %j', async (time) => {
    const [read] = await linesOf(`${HEADER}\n${replaced(2, `"${time}"`)}`, { day: '2026-11-20' });
    expect(read).toEqual({ number: 2, fault: 'time is not such as 2026-01-31T09:00:00Z' });
  });

  test.each<readonly [string, Uint8Array]>([
    ['UTF-16', Buffer.from(`\ufeff${HEADER}\n${LINE}`, 'utf16le')],
    ['UTF-16', Buffer.from(`\ufeff${HEADER}\n${LINE}`, 'utf16le').swap16()],
    ['UTF-16', Buffer.from(`${HEADER}\r\n${LINE}`, 'utf16le')],
    ['UTF-16', Buffer.from(`${HEADER}\r\n${LINE}`, 'utf16le').swap16()],
    ['UTF-32', Buffer.from('fffe00006f000000', 'hex')],
    ['UTF-32', Buffer.from('0000feff0000006f', 'hex')],
    ['a ZIP archive such as an XLSX file', Buffer.from('PK\u0003\u0004\u0014\u0000')],
    ['a gzip archive', Buffer.from('1f8b0800000000000003', 'hex')],
    ['an XLS file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a PDF file', Buffer.from('%PDF-1.7\n')],
    ['Windows-1252', Buffer.from(HEADER.replace('time', 'l\u00e0'), 'latin1')],
    ['lines end with LF or CRLF', Buffer.from(`${HEADER}\r${LINE}\r`)],
    ['lines end with LF or CRLF', Buffer.from([HEADER, ...Array.from({ length: 30 }, () => LINE)].join('\r'))],
    ['separated by semicolons', Buffer.from(`${HEADER}\n${LINE}`.replaceAll(',', ';'))],
    ['separated by bars', Buffer.from(`${HEADER}\n${LINE}`.replaceAll(',', '|'))],
    ['a tab: fields are separated by commas', Buffer.from(`${HEADER}\n${LINE}`.replaceAll(',', '\t'))],
    ['other fields', Buffer.from(`${HEADER},\n${LINE}`)],
  ])('is refused with a reason that names %s', async (name, file) => {
    for (const chunk of [1, 7, 10_000]) {
      const reading = linesOf(file, { chunk });
      await expect(reading).rejects.toThrow(StatementRefused);
      await expect(reading).rejects.toThrow(name);
    }
  });

  test.each([
    ['the file is empty', ''],
    ['the file is empty', '\n,,,\r\n \n'],
    ['the first line is not operator_id', LINE],
    ['the first line is not operator_id', `${HEADER},balance\n${LINE}`],
    ['the first line is not operator_id', `${'x'.repeat(2_000)}\n${LINE}`],
  ])('is refused: %s', async (reason, file) => {
    await expect(linesOf(file)).rejects.toThrow(reason);
  });

  test('has bounds', async () => {
    const file = [HEADER, ...Array.from({ length: 10 }, () => LINE)].join('\n');
    await expect(linesOf(file, { limits: { lines: 10, bytes: 10_000 } })).rejects.toThrow('more than 10 lines');
    await expect(linesOf(file, { limits: { lines: 11, bytes: 1_000 } })).rejects.toThrow('more than 1000 bytes');
    expect(await linesOf(file, { limits: { lines: 11, bytes: 10_000 } })).toHaveLength(10);
  });
});
