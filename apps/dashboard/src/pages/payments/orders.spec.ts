import { expect, test } from '@jest/globals';
import { ordersOf } from './orders.js';

const made = (id: string, status: string, more: { reference?: string; retryOf?: string } = {}) => ({
  ...{ id, status, reference: null, retryOf: null },
  ...more,
});
const ids = (payments: Parameters<typeof ordersOf>[0]): string[] =>
  ordersOf(payments).map(({ payment, others }) => [payment.id, ...others.map(({ id }) => id)].join(' '));

test('payments without a reference are orders of their own, in the sequence of the list', () => {
  expect(ids([made('c', 'COMPLETED'), made('b', 'FAILED'), made('a', 'FAILED')])).toEqual(['c', 'b', 'a']);
  expect(ids([])).toEqual([]);
});

test('further tries are one order, with the first one or without it', () => {
  const again = { retryOf: 'a' };
  const list = [made('d', 'COMPLETED', again), made('x', 'PENDING'), made('b', 'FAILED', again), made('a', 'FAILED')];
  expect(ids(list)).toEqual(['d b a', 'x']);
  expect(ids(list.slice(0, 3))).toEqual(['d b', 'x']);
});

test('the same reference is one order; the payment that is open or completed counts, else the newest', () => {
  const seven = { reference: 'order-7' };
  const paid = [made('c', 'CANCELED', seven), made('b', 'COMPLETED', seven), made('a', 'EXPIRED', seven)];
  expect(ids([made('z', 'FAILED', { reference: 'order-8' }), ...paid])).toEqual(['z', 'b c a']);
  expect(ids(paid.filter(({ status }) => status !== 'COMPLETED'))).toEqual(['c a']);
});
