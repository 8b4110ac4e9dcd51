import { expect, test } from '@jest/globals';
import { preferredWaitMs } from './preference.js';

test.each<[string | undefined, number]>([
  [undefined, 0],
  ['', 0],
  ['wait=5', 5_000],
  ['Wait = "3"', 3_000],
  ['wait=0', 0],
  ['wait=60', 5_000],
  ['respond-async, wait=2; quietly', 2_000],
  ['wait=1, wait=4', 1_000],
  ['handling=lenient;wait=4', 0],
  ['wait', 0],
  ['wait, wait=4', 0],
  ['wait=-1', 0],
  ['wait=1.5', 0],
  ['wait=9999999999', 0],
  ['waiting=4', 0],
])('Prefer: %s is a wait of %s ms', (prefer, ms) => {
  expect(preferredWaitMs(prefer === undefined ? {} : { prefer })).toBe(ms);
});
