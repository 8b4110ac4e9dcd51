import { describe, expect, test } from '@jest/globals';
import type { ReadLine } from './read-statement.js';
import { readStatement } from './read-statement.js';
import { LINE_MAX_BYTES, StatementRefused } from './text-lines.js';

const HEADER = 'operator_id,reference,time,amount,currency,kind,status';
const LINE = '3000000001,0b0f9c1e-6a3c-4b1e-9a57-0d5a6a1f2c3d,2026-01-31T09:00:00+01:00,700,XAF,collection,succeeded';

/** The lines of a file that arrives in chunks of so many bytes. */
async function linesOf(
  file: string | Uint8Array,
  { chunk = 7, limits = { lines: 100, bytes: 10_000 } } = {},
): Promise<readonly ReadLine[]> {
  const bytes = Buffer.from(file);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    await Promise.resolve();
  }
  const lines: ReadLine[] = [];
  for await (const read of readStatement(chunks(), '2026-01-31', limits)) lines.push(...read);
  return lines;
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
    };
    expect(await linesOf(`${HEADER}\n${LINE}\n${LINE}`, { chunk })).toEqual([
      { number: 2, line: expected },
      { number: 3, line: expected },
    ]);
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
    ['empty', ''],
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
    ['control characters', `${LINE}\r\r`],
    [`longer than ${LINE_MAX_BYTES} bytes`, replaced(0, '3'.repeat(LINE_MAX_BYTES))],
    [`longer than ${LINE_MAX_BYTES} bytes`, 'x'.repeat(6_000)],
    ['not UTF-8', Buffer.from(replaced(0, 'é'), 'latin1')],
  ])('has a line with the fault "%s", and the next one is read', async (fault, line) => {
    expect(await faultsOf(line, LINE)).toEqual([[2, expect.stringContaining(fault)]]);
  });

  test('has each faulty line by its number', async () => {
    const faults = await faultsOf(LINE, 'x', LINE, '', replaced(3, '1.5'));
    expect(faults.map(([number]) => number)).toEqual([3, 5, 6]);
  });

  test('in UTF-16 is no statement', async () => {
    await expect(linesOf(Buffer.from(`\ufeff${HEADER}\n${LINE}`, 'utf16le'))).rejects.toThrow(StatementRefused);
  });

  test.each([
    ['the file is empty', ''],
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
