import { expect, test } from '@jest/globals';
import type { PaymentIntent } from '@paygate/api-types';
import { totalsOf } from './totals.js';

const payment = (given: Partial<PaymentIntent>) =>
  ({ status: 'COMPLETED', currency: 'XAF', amountRefunded: '0', fee: '0', net: null, ...given }) as PaymentIntent;

test('completed payments are added up by currency, exactly, and others are left out', () => {
  expect(
    totalsOf([
      payment({ amount: '9007199254740993', fee: '20', net: '9007199254740973', amountRefunded: '5' }),
      payment({ amount: '2', fee: null, net: null }),
      payment({ amount: '7', currency: 'EUR', net: '7' }),
      payment({ amount: '1000', status: 'PENDING' }),
    ]),
  ).toEqual([
    {
      ...{ currency: 'XAF', payments: 2, amount: '9007199254740995', fee: '20', net: '9007199254740973' },
      refunded: '5',
    },
    { currency: 'EUR', payments: 1, amount: '7', fee: '0', net: '7', refunded: '0' },
  ]);
  expect(totalsOf([])).toEqual([]);
});
