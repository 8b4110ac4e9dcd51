import { expect, test } from '@jest/globals';
import { paymentsSearch, signInSearch, startOf } from './search.js';

test.each([
  ['/dashboard/payments?status=FAILED', '/dashboard/payments?status=FAILED'],
  ['/dashboard', '/dashboard'],
  ['/dashboard.evil.example', undefined],
  ['/payments', undefined],
  ['https://evil.example', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['javascript:alert(1)', undefined],
  [['/dashboard/payments'], undefined],
])('a sign-in that should lead to %s leads to %s', (given, next) => {
  expect(signInSearch({ next: given })).toEqual({ next });
});

test('filters that the page does not know are dropped', () => {
  const given = { status: ['LOST'], q: 1042, from: '2026-13-40', to: '2026-11-24', colour: 'red' };
  expect(paymentsSearch(given)).toEqual({ q: '1042', to: '2026-11-24' });
});

test.each([
  ['FAILED', ['FAILED']],
  [
    ['FAILED', 'LOST', 'COMPLETED'],
    ['COMPLETED', 'FAILED'],
  ],
  [{ FAILED: true }, undefined],
])('the statuses of %j are %j', (status, known) => {
  expect(paymentsSearch({ status })).toEqual({ status: known });
});

test('a day begins and ends at midnight here', () => {
  const [from = '', until = ''] = [startOf('2026-02-28'), startOf('2026-02-28', 1)];
  expect([new Date(from).getHours(), new Date(until).getDate()]).toEqual([0, 1]);
  expect(startOf(undefined)).toBeUndefined();
});
