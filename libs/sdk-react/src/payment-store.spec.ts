import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { PublicPaymentIntent } from '@paygate/browser';
import type { PaygateSession } from './load-paygate.js';
import { createStore } from './payment-store.js';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
let intent: Partial<PublicPaymentIntent>;
let reads: number;
const retrieveIntent = (): Promise<Partial<PublicPaymentIntent>> => {
  reads++;
  return Promise.resolve(intent);
};
const session = { client: { retrieveIntent }, clientSecret: 'sess_1' } as unknown as PaygateSession;

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  intent = { status: 'PENDING', expiresAt: new Date(NOW + 900_000).toISOString() };
  reads = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

test('the intent is read again when it lapses, and not before', async () => {
  const { subscribe, state } = createStore(session);
  subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(899_000);
  expect([reads, state().status]).toEqual([1, 'ready']);
  intent = { ...intent, status: 'EXPIRED' };
  await jest.advanceTimersByTimeAsync(1_000);
  expect([reads, state().status]).toEqual([2, 'expired']);
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(reads).toBe(2);
});

test('a clock of the customer that runs ahead makes few reads', async () => {
  intent = { ...intent, expiresAt: new Date(NOW - 3_600_000).toISOString() };
  createStore(session).subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(reads).toBe(13);
});

test('[2.27] an overdue outcome is shown as delayed, and looked for now and then', async () => {
  intent = { ...intent, status: 'PROCESSING', paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' } };
  intent.nextAction = { type: 'await_outcome', operator: null, phoneMasked: null, expiresAt: null };
  const { subscribe, state } = createStore(session);
  subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(10);
  expect([reads, state().status]).toEqual([1, 'delayed']);
  intent = { ...intent, status: 'COMPLETED', nextAction: null };
  await jest.advanceTimersByTimeAsync(14_000);
  expect(reads).toBe(1);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([reads, state().status]).toEqual([2, 'completed']);
});

test('nothing is read while nobody listens', async () => {
  const leave = createStore(session).subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(10);
  leave();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(reads).toBe(1);
});
