import { expect, test } from '@jest/globals';
import { rankTestP } from './rank-test.js';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

test('samples that interleave are of one distribution', () => {
  const values = range(0, 200);
  const p = rankTestP(
    values.filter((value) => value % 4 < 2),
    values.filter((value) => value % 4 >= 2),
  );
  expect(p).toBeGreaterThan(0.5);
});

test('samples apart are not, whichever is the larger', () => {
  expect(rankTestP(range(0, 30), range(30, 60))).toBeLessThan(1e-6);
  expect(rankTestP(range(30, 60), range(0, 30))).toBeLessThan(1e-6);
});

test('gives the value of the textbooks', () => {
  // U = 17 of these, with continuity corrected
  const [a, b] = [
    [19, 22, 16, 29, 24],
    [20, 11, 17, 12],
  ];
  expect(rankTestP(a, b)).toBeCloseTo(0.1113, 3);
});

test('equal values are no evidence', () => {
  expect(rankTestP([5, 5, 5], [5, 5, 5])).toBe(1);
});
