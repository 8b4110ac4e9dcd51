import { expect, test } from '@jest/globals';
import {
  auditSearch,
  deliverySearch,
  eventsSearch,
  paymentsSearch,
  requestsSearch,
  signInSearch,
  startOf,
} from './search.js';

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
  expect(paymentsSearch(given)).toEqual({ q: '1042', to: '2026-11-24', unknown: ['LOST'] });
});

test.each([
  ['FAILED', ['FAILED']],
  [
    ['FAILED', 'LOST', 'COMPLETED'],
    ['COMPLETED', 'FAILED'],
  ],
  [{ FAILED: true }, undefined],
])('the statuses of %j are %j', (status, known) => {
  expect(paymentsSearch({ status })).toMatchObject({ status: known });
});

test('a day begins and ends at midnight in Douala, in whatever zone the browser is', () => {
  expect([startOf('2026-02-28'), startOf('2026-02-28', 1)]).toEqual([
    '2026-02-27T23:00:00.000Z',
    '2026-02-28T23:00:00.000Z',
  ]);
  expect(startOf(undefined)).toBeUndefined();
});

test.each([
  ['payments', paymentsSearch, { status: 'COMPLETE' }],
  ['events', eventsSearch, { type: 'payment.complete' }],
  ['the request log', requestsSearch, { code: 'reference_exist' }],
  ['the request log', requestsSearch, { path: '/gateways' }],
  ['the audit trail', auditSearch, { action: 'api_key.create' }],
  ['deliveries', deliverySearch, { status: 'lost' }],
])('the address of %s with an unknown word is the list without it, and names it', (_page, searchOf, given) => {
  const [word = ''] = Object.values(given);
  const search = searchOf(given);
  expect(JSON.parse(JSON.stringify(search))).toEqual({ unknown: [word] });
  // the address is written anew from it, and read again
  expect(searchOf(search as Readonly<Record<string, unknown>>)).toEqual(search);
});

test.each([
  [paymentsSearch, { status: ['FAILED', 'COMPLETED'] }],
  [eventsSearch, { type: 'payment.completed' }],
  [requestsSearch, { code: 'reference_exists' }],
  [requestsSearch, { path: '/gateway/{id}' }],
  [auditSearch, { action: 'api_key.created' }],
  [auditSearch, { action: 'payment.refunded' }],
  [deliverySearch, { status: 'failed' }],
])('a known word filters: %# %j', (searchOf, given) => {
  expect(searchOf(given)).toMatchObject({ unknown: undefined });
  expect(Object.keys(JSON.parse(JSON.stringify(searchOf(given))) as object)).toEqual(Object.keys(given));
});

test('an address keeps a few unknown words, and the beginning of each', () => {
  const status = Array.from({ length: 9 }, (_, index) => `LOST_${String(index)}_${'x'.repeat(100)}`);
  const { unknown = [] } = paymentsSearch({ status });
  expect(unknown).toHaveLength(5);
  for (const word of unknown) expect(word).toHaveLength(64);
});
