import { expect, test } from '@jest/globals';
import { base32, codeAt, newSecret, stepOf } from './totp.js';

const secret = Buffer.from('12345678901234567890');

test('[1.48] the codes are those of RFC 4226, appendix D', () => {
  expect(Array.from({ length: 10 }, (_, counter) => codeAt(secret, counter))).toEqual([
    ...['755224', '287082', '359152', '969429', '338314'],
    ...['254676', '287922', '162583', '399871', '520489'],
  ]);
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('[1.48] at second %i the code is that of RFC 6238, appendix B', (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30), 8)).toBe(code);
});

test('[1.48] a code counts one step before and after its own, and no further', () => {
  const code = codeAt(secret, 1_000);
  const found = [998, 999, 1_000, 1_001, 1_002].map((now) => stepOf(secret, code, { now, lastStep: 0 }));
  expect(found).toEqual([undefined, 1_000, 1_000, 1_000, undefined]);
});

test('[1.49] no code of a used step, or of an earlier one, counts', () => {
  const steps = [999, 1_000, 1_001];
  const after = (lastStep: number) =>
    steps.map((step) => stepOf(secret, codeAt(secret, step), { now: 1_000, lastStep }));
  expect(after(998)).toEqual(steps);
  expect(after(1_000)).toEqual([undefined, undefined, 1_001]);
  expect(after(1_001)).toEqual([undefined, undefined, undefined]);
});

test.each(['', '75522', '7552240', '٧٥٥٢٢٤', 'abcdef'])('%j is no code', (code) => {
  expect(stepOf(secret, code, { now: 1, lastStep: -1 })).toBeUndefined();
});

test('a secret is typed as RFC 4648 writes it, and no two are equal', () => {
  expect(base32(Buffer.from('foobar12345678901234'))).toBe('MZXW6YTBOIYTEMZUGU3DOOBZGAYTEMZU');
  expect(base32(newSecret())).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toEqual(newSecret());
});
