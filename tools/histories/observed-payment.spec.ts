import { expect, test } from '@jest/globals';
import type { Received } from '@paygate/messaging';
import { check } from './check.js';
import type { Trace } from './observed-payment.js';
import { observedOf } from './observed-payment.js';

let number = 0;
/** A message whose id is later than those before. */
const message = (type: string, payload: object = {}): Received<object> =>
  ({ id: String((number += 1)).padStart(4, '0'), type, payload }) as Received<object>;
const change = (type: string, sequence: number, more: object = {}): Received<object> =>
  message(`intent.${type}`, { sequence, ...more });
const request = { chargeId: 'ch_1', method: 'wallet', amount: '900' };
const paid = (): Trace => ({
  intents: [change('completed', 3), change('created', 1), change('delayed', 4), change('processing', 2, { request })],
  otp: [message('otp.sent'), message('otp.sent')],
  charging: [message('charge.prompted'), message('charge.succeeded', { chargeId: 'ch_1' })],
  stored: ['payment.completed'],
  isLate: false,
});
/** Two refunds of these amounts, of which the second fails. */
const refundedTwice = (first: string, second: string): Trace => {
  const { intents, charging, ...rest } = paid();
  const [one, other] = [{ refund: { id: 're_1', amount: first } }, { refund: { id: 're_2', amount: second } }];
  return {
    ...rest,
    intents: [...intents, change('refunded', 5, one), change('refund-failed', 6, other)],
    charging: [...charging, message('refund.completed', one), message('refund.failed', other)],
  };
};
const places = {
  intents: ['created A', 'intent.processing A/A1', 'intent.completed A'],
  otp: ['otp.sent A'],
  charging: ['charge.succeeded A/A1'],
  'webhooks intent.completed A': ['stored intent.completed A'],
};

test('the messages of a payment are in the order of its changes, with the letters of the model', () => {
  expect(observedOf(paid())).toEqual({ method: 'wallet', refunds: {}, places });
});

test.each([
  ['that fit it together are alike', '300', '600', { r1: 50, r2: 50 }],
  ['that are more than it have their hundredths', '900', '301', { r1: 100, r2: 33 }],
])('refunds of a payment %s', (_, first, second, refunds) => {
  const observed = observedOf(refundedTwice(first, second));
  expect(observed.refunds).toEqual(refunds);
  expect(observed.places['intents']?.slice(-2)).toEqual(['intent.refunded r1', 'intent.refunded r2']);
  expect(observed.places['charging']?.slice(-2)).toEqual(['refund.completed r1', 'refund.failed r2']);
});

test('of four refunds the first three are looked at', () => {
  const refund = (id: string): Received<object> => message('refund.completed', { refund: { id, amount: '100' } });
  const { refunds, places: seen } = observedOf({ ...paid(), charging: ['re_1', 're_2', 're_3', 're_4'].map(refund) });
  expect(Object.keys(refunds)).toEqual(['r1', 'r2', 'r3']);
  expect(seen['charging']).toEqual(['refund.completed r1', 'refund.completed r2', 'refund.completed r3']);
});

test.each<[what: string, change: (trace: Trace) => Trace, fact: string]>([
  ['was charged after its end', (trace) => ({ ...trace, isLate: true }), 'intent.processing A/A1'],
  [
    'has the outcome of a foreign charge',
    (trace) => ({ ...trace, charging: [message('charge.succeeded', { chargeId: 'ch_2' })] }),
    'charge.succeeded ch_2',
  ],
  [
    'has two events of its end',
    (trace) => ({ ...trace, stored: [...trace.stored, ...trace.stored] }),
    'stored intent.completed A',
  ],
  ['has events of two ends', (trace) => ({ ...trace, stored: [...trace.stored, 'payment.failed'] }), 'payment.failed'],
])('a payment that %s is a fault, and named', (_, changed, fact) => {
  const histories = [paid(), paid(), changed(paid())].map((trace, at) => ({
    intentId: `pi_${at}`,
    observed: observedOf(trace),
  }));
  const { payments, kinds, faults } = check(histories);
  expect({ payments, kinds }).toEqual({ payments: 3, kinds: 2 });
  expect(faults).toEqual([expect.stringContaining(`pi_2: the model has no history with`)]);
  expect(faults[0]).toContain(fact.replace('payment.', 'intent.'));
});
