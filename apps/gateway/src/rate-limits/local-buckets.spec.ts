import { expect, test } from '@jest/globals';
import { LocalBuckets } from './local-buckets.js';

const budget = { quota: 4, windowSeconds: 2 };

test('a bucket allows its content at once, then as much as it gains', () => {
  let now = 1_000;
  const buckets = new LocalBuckets(() => now);
  const allowed = (count: number) =>
    Array.from({ length: count }, () => buckets.take('a', budget)).filter(({ isAllowed }) => isAllowed).length;
  expect(allowed(10)).toBe(4);
  expect(buckets.take('a', budget)).toEqual({ isAllowed: false, left: 0, waitMs: 500 });
  now += 500;
  expect(allowed(10)).toBe(1);
  now += 60_000;
  expect(allowed(10)).toBe(4);
  expect(buckets.take('b', budget)).toEqual({ isAllowed: true, left: 3, waitMs: 0 });
});

test('a process keeps a bounded number of buckets, and forgets the one that was used longest ago', () => {
  const buckets = new LocalBuckets(() => 0);
  const single = { quota: 1, windowSeconds: 1 };
  buckets.take('first', single);
  for (let index = 0; index < 49_999; index++) buckets.take(`other-${index}`, single);
  expect(buckets.take('first', single).isAllowed).toBe(false);
  buckets.take('one more', single);
  expect(buckets.take('first', single).isAllowed).toBe(true);
});
