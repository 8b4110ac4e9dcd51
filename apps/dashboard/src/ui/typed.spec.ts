import { expect, test } from '@jest/globals';
import { refusedPhones, typedAmounts, typedPhones } from '@paygate/typed-input/test';
import { en } from '../i18n/en.js';
import { allTyped, typedAmount, typedFactor, typedPhone } from './typed.js';

const words = en.typed;

test.each(typedPhones.filter(([typed]) => typed.trim() !== ''))('the phone %j is sent as %s', (typed, value) => {
  expect(typedPhone(typed, words)).toEqual({ value });
});

test.each(refusedPhones.filter(([typed]) => typed !== ''))('the phone %j is not sent', (typed, fault) => {
  expect(typedPhone(typed, words)).toEqual({ fault: words[fault as keyof typeof words] });
});

test.each(typedAmounts.filter(([typed]) => typed !== ''))('the amount %j is sent as %j', (typed, value) => {
  expect(typedAmount(typed, 'XAF', words)).toEqual(value === null ? { fault: words.amount_invalid } : { value });
});

test('empty fields are sent as none', () => {
  expect([typedPhone('', words), typedAmount('', 'XAF', words)]).toEqual([{ value: undefined }, { value: undefined }]);
});

test('fields are sent when all of them can be read', () => {
  const good = { amount: typedAmount('FCFA 5,000', 'XAF', words) };
  expect(allTyped(good)).toEqual({ values: { amount: '5000' }, faults: {} });
  const found = allTyped({ ...good, phone: typedPhone('6', words) });
  expect(found).toEqual({ values: undefined, faults: { phone: words.phone_too_short } });
});

test.each([
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  [' 123-456 ', '123456'],
  ['1234', '1234'],
  ['abcd-123456-efgh', 'abcd-123456-efgh'],
])('the code of a second factor %j is sent as %j', (typed, sent) => {
  expect(typedFactor(typed)).toBe(sent);
});
