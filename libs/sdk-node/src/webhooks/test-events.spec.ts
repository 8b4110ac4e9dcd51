import { expect, test } from '@jest/globals';
import { Paygate } from '../index.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const { constructEvent, generateTestEvent, generateTestHeaderString } = Paygate.webhooks;

test('an event of a payout that was paid has the fields of the test, and is verified as a delivery is', () => {
  const event = generateTestEvent('payout.completed', { net: '900', metadata: { week: '47' } });
  expect(event).toMatchObject({
    ...{ type: 'payout.completed', sequence: null },
    data: { payout: { status: 'COMPLETED', net: '900', metadata: { week: '47' }, failure: null } },
  });
  expect(event.data.payout.completedAt).toBe(event.created);
  expect(event.data).not.toHaveProperty('paymentIntent');
  const payload = JSON.stringify(event);
  expect(constructEvent(payload, generateTestHeaderString({ payload, secret }), secret)).toEqual(event);
});

test('an event of a payout that failed says why, and has never arrived', () => {
  const { payout } = generateTestEvent('payout.failed').data;
  expect(payout).toMatchObject({ status: 'FAILED', failure: { code: 'rail_error' }, completedAt: null });
});

test('an event of a refund has the refund and its payment', () => {
  const { data, sequence } = generateTestEvent('refund.failed', { amount: '700' }, { amount: '300' });
  expect([data.paymentIntent.amount, data.paymentIntent.status]).toEqual(['700', 'COMPLETED']);
  expect([data.refund.amount, data.refund.status, sequence]).toEqual(['300', 'FAILED', 1]);
});

test.each(['payment.completed', 'payment.failed'] as const)('an event of type %s is of the payment alone', (type) => {
  const { data, sequence } = generateTestEvent(type, { amount: '700' });
  expect([Object.keys(data), data.paymentIntent.amount, sequence]).toEqual([['paymentIntent'], '700', 1]);
});
