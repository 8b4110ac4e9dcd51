import { expect, test } from '@jest/globals';
import { budgetSpent, sentCode } from './otp-answers.js';

test('an answer shows no more sends than it can name', () => {
  const moment = new Date('2026-11-20T10:05:00.000Z');
  const shown = (sendsRemaining: number) =>
    sentCode('otp_1', '********12', { expiresAt: moment, resendAvailableAt: moment, sendsRemaining }).terms
      .sendsRemaining;
  expect([0, 5, 100, 100_000].map(shown)).toEqual([0, 5, 100, 100]);
});

test.each(['untrusted', 'merchant:mer_1'] as const)('the refusal of a spent budget %s names the sign-in', (scope) => {
  const refusal = budgetSpent(60, scope);
  expect(refusal.detail).toContain('With a user token of POST /auth/web');
  expect(refusal.fields).toEqual({ retryAfter: 60, nextStep: 'reauthentication_required' });
});

test.each(['signed_in', 'registration', 'password_reset', 'intent:pi_1'] as const)(
  'the refusal of a spent budget %s names the time',
  (scope) => {
    const refusal = budgetSpent(60, scope);
    expect(refusal.detail).toContain('Try again after retryAfter seconds');
    expect(refusal.fields).toEqual({ retryAfter: 60 });
  },
);
