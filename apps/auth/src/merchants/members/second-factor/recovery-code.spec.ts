import { expect, test } from '@jest/globals';
import { isRecoveryCode, newRecoveryCodes, plainCode } from './recovery-code.js';

test('ten codes are made, no two alike, in groups that people can type', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(codes.every((code) => isRecoveryCode(plainCode(code)))).toBe(true);
});

test.each([
  ['Q7MK-4X2V-9RTB-D3HN', 'q7mk4x2v9rtbd3hn'],
  [' q7mk 4x2v 9rtb d3hn\n', 'q7mk4x2v9rtbd3hn'],
  ['O7mk-4xIv-9rtb-l3hn', '07mk4x1v9rtb13hn'],
])('%j is read as %s', (typed, plain) => {
  expect(plainCode(typed)).toBe(plain);
});

test.each(['', '492039', 'q7mk4x2v9rtbd3h', 'q7mk4x2v9rtbd3hnn', 'u7mk4x2v9rtbd3hn'])(
  '%j is no recovery code',
  (text) => {
    expect(isRecoveryCode(plainCode(text))).toBe(false);
  },
);
