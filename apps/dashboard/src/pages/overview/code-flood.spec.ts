import { expect, test } from '@jest/globals';
import { FLOOD, isFlood } from './code-flood.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const refusals = (count: number, minutesAgo: number) =>
  Array.from({ length: count }, () => ({ answeredAt: new Date(NOW - minutesAgo * 60_000).toISOString() }));

test.each([
  ['none', refusals(0, 0), false],
  ['fewer in an hour', [...refusals(FLOOD - 1, 5), ...refusals(10, 61)], false],
  ['as many, but long ago', refusals(FLOOD, 61), false],
  ['as many in an hour', [...refusals(FLOOD - 1, 5), ...refusals(1, 59)], true],
  ['more', refusals(FLOOD + 5, 1), true],
])('refused requests for codes are a flood when an hour has twenty: %s', (_name, refused, expected) => {
  expect(isFlood(refused, NOW)).toBe(expected);
});
