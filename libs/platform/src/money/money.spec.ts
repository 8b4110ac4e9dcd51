import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PaygateError } from '../errors/errors.js';
import { formatAmount, MAX_AMOUNT, parseAmount } from './money.js';

describe('[3.2] amounts', () => {
  it('round-trip over their whole range, exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_AMOUNT }), (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
      }),
    );
    expect(formatAmount(0n)).toBe('0');
  });

  it.each([
    '',
    '0',
    '05',
    '-5',
    '+5',
    '5.00',
    '5e3',
    ' 5',
    '5 ',
    '5\n',
    '0x5',
    '５',
    '1_000',
    '1,000',
    '1000000000000',
    'NaN',
  ])('have one spelling: %j is none', (text) => {
    expect(() => parseAmount(text)).toThrow(PaygateError);
  });

  it('are not printed outside their range', () => {
    expect(() => formatAmount(-1n)).toThrow(RangeError);
    expect(() => formatAmount(MAX_AMOUNT + 1n)).toThrow(RangeError);
  });
});
