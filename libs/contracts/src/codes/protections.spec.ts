import { expect, test } from '@jest/globals';
import type { ProtectiveSettings } from '../vocabulary/protections.js';
import { loosenedBy, protectiveSettings, weakensMoney } from '../vocabulary/protections.js';

const strict: ProtectiveSettings = {
  ...{ customerSignIn: 'always', otherPhones: false, guestPayments: false, cashierRefundsPerDay: 0 },
  supportContact: { email: 'help@shop.example' },
};

test.each<[keyof ProtectiveSettings, Partial<ProtectiveSettings>, Partial<ProtectiveSettings>]>([
  ['customerSignIn', { customerSignIn: 'always' }, { customerSignIn: 'wallet' }],
  ['customerSignIn', { customerSignIn: 'wallet' }, { customerSignIn: 'never' }],
  ['customerSignIn', { customerSignIn: 'always' }, { customerSignIn: 'never' }],
  ['otherPhones', { otherPhones: false }, { otherPhones: true }],
  ['guestPayments', { guestPayments: false }, { guestPayments: true }],
  ['cashierRefundsPerDay', { cashierRefundsPerDay: 20 }, { cashierRefundsPerDay: 21 }],
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
    ...{ customerSignIn: 'never', otherPhones: true, guestPayments: true, cashierRefundsPerDay: 1 },
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
