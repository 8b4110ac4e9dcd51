import { expect, test } from '@jest/globals';
import { MinuteCounts } from './minute-counts.js';

test('each name is counted apart, and afresh a minute after the first of it', () => {
  const counts = new MinuteCounts();
  expect([1_000, 1_000, 60_999].map((nowMs) => counts.add('a', nowMs))).toEqual([1, 2, 3]);
  expect(counts.add('b', 60_999)).toBe(1);
  expect([61_000, 61_001, 120_999, 121_000].map((nowMs) => counts.add('a', nowMs))).toEqual([1, 2, 3, 1]);
});
