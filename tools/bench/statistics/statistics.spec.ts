import { expect, test } from '@jest/globals';
import { median, percentile, shuffled, spreadOf } from './statistics.js';

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBeNaN();
});

test('a percentile is a value that was taken', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(51);
  expect(percentile(values, 0.99)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
});

test('a spread shows what the median hides', () => {
  expect(spreadOf([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9 });
});

test('shuffling loses nothing and leaves what it was given alone', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const before = [...items];
  expect(shuffled(items).sort((a, b) => a - b)).toEqual(before);
  expect(items).toEqual(before);
});
