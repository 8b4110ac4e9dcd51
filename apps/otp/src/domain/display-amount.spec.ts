import { expect, test } from '@jest/globals';
import { displayAmount } from './display-amount.js';

test.each([
  [1n, '1 FCFA'],
  [999n, '999 FCFA'],
  [5_000n, '5 000 FCFA'],
  [123_456n, '123 456 FCFA'],
  [999_999_999_999n, '999 999 999 999 FCFA'],
])('%s XAF is %s', (amount, text) => {
  expect(displayAmount({ amount, currency: 'XAF' })).toBe(text);
  expect(displayAmount({ amount, currency: 'XOF' })).toBe(text);
});
