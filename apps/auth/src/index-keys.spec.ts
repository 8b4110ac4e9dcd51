import { describe, expect, test } from '@jest/globals';
import { Secret } from '@paygate/platform';
import { IndexKeys } from './index-keys.js';

const key = (n: number): string => Buffer.alloc(32, n).toString('base64');
const keysOf = (...numbers: readonly number[]): IndexKeys =>
  new IndexKeys('PHONE_INDEX_KEY', new Secret(numbers.map(key).join(',')));
const liesIn = (index: Buffer, ranges: IndexKeys['unknown']): boolean =>
  ranges.some(({ after, before }) => index.compare(after) > 0 && index.compare(before) < 0);

describe('the indexes of a text', () => {
  test('are 32 bytes under each key, in the order of the keys, and differ by text', () => {
    const [first, second, ...none] = keysOf(1, 2).of('live:+237677000001');
    expect([first.length, second?.length, none]).toEqual([32, 32, []]);
    expect(keysOf(2, 1).of('live:+237677000001')).toEqual([second, first]);
    expect(keysOf(1).of('live:+237677000002')).not.toEqual([first]);
  });

  test('show whether they are under the key in use, and whether under any', () => {
    const keys = keysOf(...Array.from({ length: 8 }, (_, n) => n + 1));
    for (let n = 0; n < 200; n += 1) {
      const [inUse, ...others] = keys.of(String(n));
      const [foreign] = keysOf(200 + (n % 50)).of(String(n));
      expect([liesIn(inUse, keys.notInUse), liesIn(inUse, keys.unknown)]).toEqual([false, false]);
      for (const other of others)
        expect([liesIn(other, keys.notInUse), liesIn(other, keys.unknown)]).toEqual([true, false]);
      expect([liesIn(foreign, keys.notInUse), liesIn(foreign, keys.unknown)]).toEqual([true, true]);
    }
  });
});

test('a key that is listed twice is refused', () => {
  expect(() => keysOf(1, 2, 1)).toThrow('PHONE_INDEX_KEY has a key more than once');
});
