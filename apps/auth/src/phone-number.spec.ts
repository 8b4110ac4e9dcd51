import { describe, expect, test } from '@jest/globals';
import { parsePhoneNumber } from './phone-number.js';

describe('a phone number', () => {
  test.each(['+237650000001', '+6834000', '+999999999999999', '+12025550123'])('is %s', (text) => {
    expect(parsePhoneNumber(text)).toBe(text);
  });

  test.each([
    '',
    '+',
    '237650000001',
    '00237650000001',
    '+0237650000001',
    '+237 650 000 001',
    '+237-650000001',
    '+237650000001 ',
    ' +237650000001',
    '+237650000001\n',
    '+237650000001\u0000',
    '+123456',
    '+1234567890123456',
    '++237650000001',
    '+２３７６５００００００１',
    '+٢٣٧٦٥٠٠٠٠٠٠١',
    '＋237650000001',
    '+23765000000l',
    '+237650000001;ext=1',
    'tel:+237650000001',
  ])('is not %j', (text) => {
    expect(parsePhoneNumber(text)).toBeUndefined();
  });
});
