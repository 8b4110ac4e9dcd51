import { expect, test } from '@jest/globals';
import { displayAmount } from './display-amount.js';

test.each([
  [1n, '1 FCFA', '1 FCFA'],
  [999n, '999 FCFA', '999 FCFA'],
  [5_000n, '5 000 FCFA', '5,000 FCFA'],
  [123_456n, '123 456 FCFA', '123,456 FCFA'],
  [999_999_999_999n, '999 999 999 999 FCFA', '999,999,999,999 FCFA'],
])('%s XAF is %s in French and %s in English', (amount, french, english) => {
  for (const currency of ['XAF', 'XOF'] as const) {
    expect(displayAmount({ amount, currency }, 'fr')).toBe(french);
    expect(displayAmount({ amount, currency }, 'en')).toBe(english);
  }
});
