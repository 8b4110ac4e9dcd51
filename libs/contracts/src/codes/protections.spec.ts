import { expect, test } from '@jest/globals';
import type { ProtectiveSettings, RefundLimit } from '../vocabulary/protections.js';
import { loosenedBy, protectiveSettings, UNLIMITED_REFUNDS, weakensMoney } from '../vocabulary/protections.js';

const strict: ProtectiveSettings = {
  ...{ customerSignIn: 'always', otherPhones: false, guestPayments: false, phoneAsks: false, cashierRefundsPerDay: 0 },
  refundsPerDay: { count: 5, amount: '900', balancePercent: 50 },
  supportContact: { email: 'help@shop.example' },
};

const limit = (given: Partial<RefundLimit>) => ({ refundsPerDay: { ...UNLIMITED_REFUNDS, ...given } });
/** Amounts are compared as numbers: 1000 is more than 900. */
const refundLimits: [keyof ProtectiveSettings, Partial<ProtectiveSettings>, Partial<ProtectiveSettings>][] = [
  ['refundsPerDay', limit({ count: 0 }), limit({ count: 1 })],
  ['refundsPerDay', limit({ count: 5 }), limit({})],
  ['refundsPerDay', limit({ amount: '900' }), limit({ amount: '1000' })],
  ['refundsPerDay', limit({ balancePercent: 50 }), limit({ balancePercent: 51 })],
  ['refundsPerDay', limit({ count: 5, balancePercent: 50 }), limit({ balancePercent: 50 })],
];

test.each<[keyof ProtectiveSettings, Partial<ProtectiveSettings>, Partial<ProtectiveSettings>]>([
  ['customerSignIn', { customerSignIn: 'always' }, { customerSignIn: 'wallet' }],
  ['customerSignIn', { customerSignIn: 'wallet' }, { customerSignIn: 'never' }],
  ['customerSignIn', { customerSignIn: 'always' }, { customerSignIn: 'never' }],
  ['otherPhones', { otherPhones: false }, { otherPhones: true }],
  ['guestPayments', { guestPayments: false }, { guestPayments: true }],
  ['phoneAsks', { phoneAsks: false }, { phoneAsks: true }],
  ['cashierRefundsPerDay', { cashierRefundsPerDay: 20 }, { cashierRefundsPerDay: 21 }],
  ...refundLimits,
])('%s is loosened from %j to %j, and tightened the other way', (name, tight, loose) => {
  expect(loosenedBy({ ...strict, ...tight }, loose)).toEqual([name]);
  expect(loosenedBy({ ...strict, ...loose }, tight)).toEqual([]);
});

test('another contact for customers loosens either way', () => {
  for (const supportContact of [{ email: 'other@shop.example' }, {}])
    expect(loosenedBy(strict, { supportContact })).toEqual(['supportContact']);
});

test('several settings are named in one order, and what does not change is not', () => {
  const all: Partial<ProtectiveSettings> = {
    ...{ customerSignIn: 'never', otherPhones: true, guestPayments: true, phoneAsks: true, cashierRefundsPerDay: 1 },
    refundsPerDay: UNLIMITED_REFUNDS,
    supportContact: {},
  };
  expect(loosenedBy(strict, all)).toEqual(protectiveSettings);
  expect(loosenedBy(strict, {})).toEqual([]);
});

test('every setting but the contact for customers protects money', () => {
  expect(protectiveSettings.filter((name) => !weakensMoney([name]))).toEqual(['supportContact']);
  expect(weakensMoney([])).toBe(false);
  expect(weakensMoney(['supportContact', 'otherPhones'])).toBe(true);
});
