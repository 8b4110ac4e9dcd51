import { expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@paygate/api-types';
import { totalsOf } from './totals.js';

const payment = (given: Partial<PaymentIntent>) =>
  ({ status: 'COMPLETED', currency: 'XAF', amountRefunded: '0', fee: '0', net: null, ...given }) as PaymentIntent;
const refund = (amount: string, status: Refund['status']) => ({ amount, status, currency: 'XAF' }) as Refund;
const payments = [
  payment({ amount: '9007199254740993', fee: '20', amountRefunded: '5' }),
  payment({ amount: '2', fee: null }),
  payment({ amount: '7', currency: 'EUR' }),
  payment({ amount: '1000', status: 'PENDING' }),
];

test('completed payments are added up by currency, exactly, and others are left out', () => {
  expect(totalsOf(payments)).toEqual([
    {
      ...{ currency: 'XAF', payments: 2, received: '9007199254740995', refunded: '5', reversed: '0' },
      ...{ amount: '9007199254740990', fee: '20', net: '9007199254740970' },
    },
    { currency: 'EUR', payments: 1, received: '7', refunded: '0', reversed: '0', amount: '7', fee: '0', net: '7' },
  ]);
  expect(totalsOf([])).toEqual([]);
});

test('of refunds only those count that are completed', () => {
  const refunds = [refund('3', 'COMPLETED'), refund('100', 'PENDING'), refund('200', 'FAILED')];
  expect(totalsOf(payments, refunds)[0]).toMatchObject({ refunded: '3', amount: '9007199254740992' });
});

test('what operators have taken back is no longer received', () => {
  const [totals] = totalsOf([payment({ amount: '700', fee: '14', amountRefunded: '100', amountReversed: '500' })]);
  expect(totals).toMatchObject({ received: '700', refunded: '100', reversed: '500', amount: '100', net: '86' });
});
