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
const request = { chargeId: 'ch_1', method: 'wallet' };
const paid = (): Trace => ({
  intents: [change('completed', 3), change('created', 1), change('delayed', 4), change('processing', 2, { request })],
  otp: [message('otp.sent'), message('otp.sent')],
  charging: [message('charge.prompted'), message('charge.succeeded', { chargeId: 'ch_1' })],
  stored: ['payment.completed'],
  isLate: false,
});
const refundedTwice = (): Trace => {
  const { intents, charging, ...rest } = paid();
  const of = (id: string): { readonly refund: { readonly id: string } } => ({ refund: { id } });
  return {
    ...rest,
    intents: [...intents, change('refunded', 5, of('re_1')), change('refund-failed', 6, of('re_2'))],
    charging: [...charging, message('refund.completed', of('re_1')), message('refund.failed', of('re_2'))],
  };
};
const places = {
  intents: ['created A', 'intent.processing A/A1', 'intent.completed A'],
  otp: ['otp.sent A'],
  charging: ['charge.succeeded A/A1'],
  'webhooks intent.completed A': ['stored intent.completed A'],
};

test('the messages of a payment are in the order of its changes, with the letters of the model', () => {
  expect(observedOf(paid())).toEqual([{ method: 'wallet', refunds: [], places }]);
});

test('each refund of a payment is looked at alone', () => {
  const ends = observedOf(refundedTwice()).map(({ refunds, places: { charging } }) => [refunds, charging?.at(-1)]);
  expect(ends).toEqual([
    [['r1'], 'refund.completed r1'],
    [['r1'], 'refund.failed r1'],
  ]);
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
