import { expect, test } from '@jest/globals';
import { periods, placesOf, rangeOf, totalsOf } from './series.js';

/** Midnight of a day of November in Douala. */
const midnight = (day: number) => new Date(Date.UTC(2026, 10, day, -1));
const NOW = new Date(midnight(25).getTime() + 52_200_000);
const metricAt = (from: Date, fields: object = {}) => ({
  ...{ from: from.toISOString(), created: 3, completed: 2, failed: 1, expired: 0, canceled: 0, volume: '5000' },
  ...{ successRate: 6_667, failures: [{ code: 'payer_rejected', payments: 1 }] },
  ...fields,
});

test('a week ends with today, and the one before it ends where it begins', () => {
  const week = rangeOf(periods.week, NOW, 0);
  expect([week.from, week.until]).toEqual([midnight(19), midnight(26)]);
  expect(rangeOf(periods.week, NOW, 1).until).toEqual(week.from);
  expect(rangeOf(periods.today, NOW, 0).from).toEqual(midnight(25));
});

test('each day has its place, also those in which nothing happened', () => {
  const range = rangeOf(periods.week, NOW, 0);
  const third = metricAt(midnight(21));
  const places = placesOf(periods.week, range, [third]);
  expect(places.map(({ metric }) => metric)).toEqual([
    undefined,
    undefined,
    third,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(places.at(-1)?.at).toEqual(midnight(25));
});

test('a day has 24 hours, from midnight in Douala', () => {
  const places = placesOf(periods.today, rangeOf(periods.today, NOW, 0), []);
  expect(places).toHaveLength(24);
  expect(places[0]?.at).toEqual(midnight(25));
});

test.each([
  ['2026-11-25T22:59:59Z', 25],
  ['2026-11-25T23:00:00Z', 26],
])('at %s, today is the %dth', (now, day) => {
  expect(rangeOf(periods.today, new Date(now), 0).from).toEqual(midnight(day));
});

test('the totals of days are exact beyond what a number holds, and a period without outcomes has no rate', () => {
  const volume = '9007199254740993';
  const other = metricAt(NOW, { volume: '1', failures: [{ code: 'insufficient_funds', payments: 4 }], failed: 4 });
  expect(totalsOf([metricAt(NOW, { volume }), other])).toEqual({
    ...{ volume: 9_007_199_254_740_994n, completed: 4, failed: 5, successRate: 4 / 9 },
    failures: [
      ['insufficient_funds', 4],
      ['payer_rejected', 1],
    ],
  });
  expect(totalsOf([]).successRate).toBeNull();
});
