import { expect, test } from '@jest/globals';
import { isWeakPassword } from './password-policy.js';
import { parsePhoneNumber } from '../phone-number.js';

const phone = parsePhoneNumber('+237670123456');

test.each([
  'password',
  'PassWord123',
  'motdepasse',
  'azertyuiop',
  '12345678',
  '87654321',
  '1234567890',
  'abcdefgh',
  'aaaaaaaa',
  'abababab',
  'abcdabcd',
  '12312312',
  '\u{1f642}\u{1f642}\u{1f642}\u{1f642}\u{1f642}\u{1f642}\u{1f642}\u{1f642}',
  '670123456',
  '237670123456',
  '+237670123456',
  '00237670123456',
  '670 12 34 56',
  '(237) 670-123-456',
])('%j is weak', (password) => {
  expect(isWeakPassword(password, phone)).toBe(true);
});

test.each(['correct horse battery staple', 'zwölf Boxkämpfer', '670123457', '93018273', 'abcdefgh!', 'my password 12'])(
  '%j may be chosen',
  (password) => {
    expect(isWeakPassword(password, phone)).toBe(false);
  },
);

test('without a number the other rules hold', () => {
  expect(isWeakPassword('670123456', undefined)).toBe(false);
  expect(isWeakPassword('password', undefined)).toBe(true);
});
