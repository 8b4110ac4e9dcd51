import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ROUND_SIZE, rounds } from './rounds.js';

interface Item {
  readonly number: number;
  readonly keys: readonly string[];
}

const items: fc.Arbitrary<Item[]> = fc
  .array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 }), { maxLength: 60 })
  .map((list) => list.map((keys, number) => ({ number, keys })));
const sizes = fc.integer({ min: 1, max: 8 });
const split = (list: readonly Item[], size?: number) => rounds(list, ({ keys }) => keys, size);

describe('rounds of a batch', () => {
  it('hold every item once', () => {
    fc.assert(
      fc.property(items, sizes, (list, size) => {
        const numbers = split(list, size).flatMap((round) => round.map(({ number }) => number));
        expect(numbers.toSorted((one, other) => one - other)).toEqual(list.map(({ number }) => number));
      }),
    );
  });

  it('are bounded, and none is empty', () => {
    fc.assert(
      fc.property(items, sizes, (list, size) => {
        for (const { length } of split(list, size)) expect(length > 0 && length <= size).toBe(true);
      }),
    );
  });

  it('never hold two items that share a key', () => {
    fc.assert(
      fc.property(items, sizes, (list, size) => {
        for (const round of split(list, size)) {
          const keys = round.flatMap((item) => [...new Set(item.keys)]);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
    );
  });

  it('keep the order of items that share a key', () => {
    fc.assert(
      fc.property(items, sizes, (list, size) => {
        const order = split(list, size).flat();
        for (const key of 'abcdef') {
          const numbers = order.filter(({ keys }) => keys.includes(key)).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
        }
      }),
    );
  });

  it('are as few as possible when nothing is shared', () => {
    const list = Array.from({ length: 250 }, (_, number) => ({ number, keys: [String(number)] }));
    expect(split(list).map(({ length }) => length)).toEqual([ROUND_SIZE, ROUND_SIZE, 50]);
  });
});
