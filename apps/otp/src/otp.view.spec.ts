import { expect, test } from '@jest/globals';
import { codeTerms } from './otp.view.js';

test('no more sends are told of than an answer can name', () => {
  const moment = new Date('2026-11-20T10:05:00.000Z');
  const told = (sendsRemaining: number) =>
    codeTerms({ expiresAt: moment, resendAvailableAt: moment, sendsRemaining }).sendsRemaining;
  expect([0, 5, 100, 100_000].map(told)).toEqual([0, 5, 100, 100]);
});
