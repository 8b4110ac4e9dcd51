import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { periods, placesOf, rangeOf, totalsOf, utcOffsetAt } from './series.js';

const NOW = new Date(2026, 10, 25, 14, 30);
const metricAt = (from: Date, fields: object = {}) => ({
  ...{ from: from.toISOString(), created: 3, completed: 2, failed: 1, expired: 0, canceled: 0, volume: '5000' },
  ...{ successRate: 6_667, failures: [{ code: 'payer_rejected', payments: 1 }] },
  ...fields,
});

test('a week ends with today, and the one before it ends where it begins', () => {
  const week = rangeOf(periods.week, NOW, 0);
  expect([week.from, week.until]).toEqual([new Date(2026, 10, 19), new Date(2026, 10, 26)]);
  expect(rangeOf(periods.week, NOW, 1).until).toEqual(week.from);
  expect(rangeOf(periods.today, NOW, 0).from).toEqual(new Date(2026, 10, 25));
});

test('each day has its place, also those in which nothing happened', () => {
  const range = rangeOf(periods.week, NOW, 0);
  const third = metricAt(new Date(2026, 10, 21));
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
  expect(places.at(-1)?.at).toEqual(new Date(2026, 10, 25));
});

/** The value of an expression in another time zone: a process has one for its life. */
function inZone(zone: string, expression: string): unknown {
  const module = pathToFileURL(join(import.meta.dirname, 'series.ts')).href;
  const program = `const { periods, placesOf, rangeOf } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(${expression}))`;
  const env = { ...process.env, TZ: zone, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' }));
}

test.each([
  ['Africa/Douala', '2026-10-25', 24],
  ['Europe/Paris', '2026-10-25', 25],
  ['Europe/Paris', '2026-03-29', 23],
  ['Asia/Kolkata', '2026-10-25', 24],
])('a day of %s has its own hours: %s has %i', (zone, day, hours) => {
  const now = `new Date('${day}T12:00:00')`;
  const places = inZone(zone, `placesOf(periods.today, rangeOf(periods.today, ${now}, 0), [])`);
  expect(places).toHaveLength(hours);
});

test('days keep their places over a change of the clocks', () => {
  const days = ['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'];
  const range = `rangeOf(periods.week, new Date('2026-10-27T12:00:00'), 0)`;
  const metrics = JSON.stringify(days.map((from) => ({ from })));
  const places = inZone('Europe/Paris', `placesOf(periods.week, ${range}, ${metrics})`) as {
    at: string;
    metric?: { from: string };
  }[];
  expect(places.flatMap(({ at, metric }) => (metric === undefined ? [] : [[at, metric.from]]))).toEqual(
    days.map((day) => [day, day]),
  );
});

test.each([
  ['a zone east of Greenwich', -60, 1],
  ['a zone of half an hour', -330, 6],
  ['a zone west of Greenwich', 210, -3],
  ['a zone beyond those that there are', -900, 14],
  ['UTC', 0, 0],
])('%s has an offset that the API takes', (_, minutes, hours) => {
  expect(utcOffsetAt({ getTimezoneOffset: () => minutes } as Date) === hours).toBe(true);
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
