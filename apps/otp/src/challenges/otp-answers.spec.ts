import { expect, test } from '@jest/globals';
import { sentCode } from './otp-answers.js';

test('an answer shows no more sends than it can name', () => {
  const moment = new Date('2026-11-20T10:05:00.000Z');
  const shown = (sendsRemaining: number) =>
    sentCode('otp_1', '********12', { expiresAt: moment, resendAvailableAt: moment, sendsRemaining }).terms
      .sendsRemaining;
  expect([0, 5, 100, 100_000].map(shown)).toEqual([0, 5, 100, 100]);
});
