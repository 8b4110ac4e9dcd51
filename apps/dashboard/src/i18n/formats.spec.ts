import { expect, test } from '@jest/globals';
import { formatsOf } from './formats.js';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['fr', '5000', 'XAF', 0, '5 000 FCFA'],
  ['en', '5000', 'XAF', 0, '5,000 FCFA'],
  ['en', '5', 'EUR', 2, '0.05 €'],
  ['fr', '123456', 'EUR', 2, '1 234,56 €'],
  // more digits than a number holds
  ['en', '90071992547409931', 'XAF', 0, '90,071,992,547,409,931 FCFA'],
])('in %s, %s of %s with %d decimals is %s', (...[language, amount, currency, exponent, text]) => {
  expect(plain(formatsOf(language).money(amount, currency, exponent))).toBe(text);
});
