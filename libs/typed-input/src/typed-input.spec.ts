import { expect, test } from '@jest/globals';
import { amountOf, codeOf, maskedText, phoneOf } from './index.js';
import { refusedPhones, typedAmounts, typedCodes, typedPhones } from './test/index.js';

test.each(typedPhones)('the phone number %j is read as %s', (typed, phoneNumber) => {
  expect(phoneOf(typed, '+237')).toEqual({ phoneNumber });
});

test.each(refusedPhones)('the phone number %j is refused: %s', (typed, fault) => {
  expect(phoneOf(typed, '+237')).toEqual({ fault });
});

test('a country without a known numbering plan adds its code, and keeps a number that has one', () => {
  expect(phoneOf('07 07 00 00 01', '+225')).toEqual({ phoneNumber: '+2250707000001' });
  expect(phoneOf('+225 07 07 00 00 01', '+225')).toEqual({ phoneNumber: '+2250707000001' });
  expect(phoneOf('00237670000001', '+225')).toEqual({ phoneNumber: '+237670000001' });
});

test.each(typedAmounts)('the amount %j is read as %j', (typed, amount) => {
  expect(amountOf(typed, 0) ?? null).toBe(amount);
});

test('an amount of whole units is given in minor units', () => {
  expect(amountOf('5 000', 2)).toBe('500000');
});

test.each(typedCodes)('the code %j is read as %j', (typed, code) => {
  expect(codeOf(typed, 6)).toBe(code);
});

test('a masked phone number is written as people write numbers, and an address stays as it is', () => {
  expect(maskedText('********01').replaceAll('\u00a0', ' ')).toBe('•• •• 01');
  expect(maskedText('a***@***')).toBe('a***@***');
});
