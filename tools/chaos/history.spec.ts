import { describe, expect, it } from '@jest/globals';
import { brokenPromise } from './history.js';
import type { IntentRead, Payment } from './history.js';
import { brokenOutgoing } from './outgoing.js';

const charged: Payment = {
  ...{
    number: 1,
    amount: '500',
    idempotencyKey: undefined,
    chargeSent: true,
    outgoing: [],
    intentId: 'pi_1',
    chargeId: 'ch_1',
  },
};
const created: Payment = {
  ...{ number: 1, amount: '500', idempotencyKey: undefined, chargeSent: false, outgoing: [], intentId: 'pi_1' },
};
const completed: IntentRead = { status: 200, intentStatus: 'COMPLETED', amount: '500', chargeId: 'ch_1' };

describe('an acknowledged promise', () => {
  it('holds in the state that was acknowledged, or in a later one', () => {
    expect(brokenPromise(charged, completed)).toBeUndefined();
    expect(brokenPromise(charged, { ...completed, intentStatus: 'FAILED' })).toBeUndefined();
    expect(brokenPromise(created, { status: 200, intentStatus: 'PENDING', amount: '500' })).toBeUndefined();
  });

  it.each<[string, Payment, IntentRead]>([
    ['an intent that is gone', created, { status: 404 }],
    ['another amount', created, { status: 200, intentStatus: 'PENDING', amount: '501' }],
    ['another charge', charged, { ...completed, chargeId: 'ch_2' }],
    ['a charge that is gone', charged, { status: 200, intentStatus: 'PENDING', amount: '500' }],
    ['a charge without an end', charged, { ...completed, intentStatus: 'PROCESSING' }],
    ['a charge that was not requested', created, completed],
  ])('is broken by %s', (_, payment, read) => {
    expect(brokenPromise(payment, read)).toContain('pi_1');
  });
});

describe('an acknowledged refund or payout', () => {
  const refund = { idempotencyKey: 'k', id: 're_1', granted: '200' };

  it('holds once it has ended', () => {
    for (const status of ['COMPLETED', 'FAILED'])
      expect(brokenOutgoing(refund, { httpStatus: 200, status, amount: '200' })).toBeUndefined();
  });

  it.each([
    ['one that is gone', { httpStatus: 404 }],
    ['another amount', { httpStatus: 200, status: 'COMPLETED', amount: '201' }],
    ['one without an end', { httpStatus: 200, status: 'PENDING', amount: '200' }],
  ])('is broken by %s', (_, read) => {
    expect(brokenOutgoing(refund, read)).toContain('re_1');
  });
});
