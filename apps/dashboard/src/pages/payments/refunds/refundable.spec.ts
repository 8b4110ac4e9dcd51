import { afterAll, expect, test } from '@jest/globals';
import type { PaymentIntent, Refund } from '@paygate/api-types';
import { en } from '../../../i18n/en.js';
import { fr } from '../../../i18n/fr.js';
import { standingWord } from '../export/payment-rows.js';

// the client restores the tab's choice when it is loaded
Object.assign(globalThis, { sessionStorage: { getItem: () => null } });
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});
const { refundable } = await import('./refundable.js');

const payment = (amount: string, amountRefunded: string, amountReversed = '0') =>
  ({ status: 'COMPLETED', amount, amountRefunded, amountReversed }) as PaymentIntent;
const refund = (status: Refund['status'], amount: string) => ({ status, amount }) as Refund;

test.each([
  ['nothing was refunded', payment('8000', '0'), [], '8000'],
  ['a part has arrived', payment('8000', '3000'), [refund('COMPLETED', '3000')], '5000'],
  ['a part is on its way', payment('8000', '0'), [refund('PENDING', '3000')], '5000'],
  ['all of it is on its way', payment('8000', '3000'), [refund('PENDING', '5000')], '0'],
  ['the operator has taken a part back', payment('8000', '3000', '1000'), [refund('PENDING', '3000')], '1000'],
  ['a refund failed', payment('8000', '0'), [refund('FAILED', '8000')], '8000'],
  // read a moment apart: what has just arrived may be in both
  ['both say it', payment('8000', '8000'), [refund('PENDING', '8000')], '0'],
] as const)('where %s, the rest can be refunded', (_what, of, refunds, rest) => {
  expect(refundable(of, refunds)).toBe(rest);
});

test.each([
  ['0', en.intentStatus.COMPLETED, fr.intentStatus.COMPLETED],
  ['1', 'Partly refunded', 'Remboursé en partie'],
  ['8000', 'Refunded', 'Remboursé'],
] as const)('a payment of 8000 of which %s was given back says so', (refunded, english, french) => {
  expect([standingWord(payment('8000', refunded), en), standingWord(payment('8000', refunded), fr)]).toEqual([
    english,
    french,
  ]);
});

test.each([
  ['1000', 'Partly taken back by the operator', 'Repris en partie par l’opérateur'],
  ['8000', 'Taken back by the operator', 'Repris par l’opérateur'],
] as const)(
  'a payment of 8000 of which %s was taken back says so, whatever was refunded',
  (reversed, english, french) => {
    const of = payment('8000', '500', reversed);
    expect([standingWord(of, en), standingWord(of, fr)]).toEqual([english, french]);
  },
);
