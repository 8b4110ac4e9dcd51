import { expect, test } from '@jest/globals';
import type { ListRow } from '../../../lists/rows.js';
import { partsOf } from './list-parts.js';

const BODY_MAX_BYTES = 32 * 1_024;
const listOf = (rows: number, text: string): readonly ListRow[] =>
  Array.from({ length: rows }, (_, index) => ({
    ...{ row: 98_000 + index, phoneNumber: '+237670000001', amount: '999999999999' },
    ...{ name: text.slice(0, 100), reference: text.slice(0, 64) },
  }));

test.each([
  ['short', 'Ada', 20],
  ['as long as they may be, and of three bytes a character', '王'.repeat(100), 56],
])('2,000 rows are sent in parts of 100 at most, each of which fits into a request: texts %s', (_, text, most) => {
  const list = listOf(2_000, text);
  const parts = partsOf(list);
  expect(parts.flat().map(({ number }) => number)).toEqual(list.map(({ row }) => row));
  expect(parts.length).toBeLessThanOrEqual(most);
  for (const rows of parts) {
    expect(rows.length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(JSON.stringify({ name: text.slice(0, 80), rows }))).toBeLessThan(BODY_MAX_BYTES);
  }
});

test('an empty list has no part', () => {
  expect(partsOf([])).toEqual([]);
});
