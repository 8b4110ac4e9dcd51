import { expect, test } from '@jest/globals';
import { dayAt, lastMonths, monthAt, spanOfDay, spanOfMonth } from './douala.js';

test('days and months begin an hour before those of UTC', () => {
  expect([dayAt(new Date('2026-11-30T22:59:59Z')), monthAt(new Date('2026-11-30T22:59:59Z'))]).toEqual([
    '2026-11-30',
    '2026-11',
  ]);
  expect([dayAt(new Date('2026-11-30T23:00:00Z')), monthAt(new Date('2026-11-30T23:00:00Z'))]).toEqual([
    '2026-12-01',
    '2026-12',
  ]);
});

test('spans end where the next one begins', () => {
  expect(spanOfDay('2026-11-30')).toEqual({ from: '2026-11-29T23:00:00.000Z', to: '2026-11-30T23:00:00.000Z' });
  expect(spanOfMonth('2026-12')).toEqual({ from: '2026-11-30T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z' });
  expect(spanOfMonth('2026-11').to).toBe(spanOfMonth('2026-12').from);
});

test('the last months go back over the year', () => {
  expect(lastMonths(new Date('2026-01-31T23:30:00Z'), 3)).toEqual(['2026-02', '2026-01', '2025-12']);
});
