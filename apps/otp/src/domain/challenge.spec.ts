import { describe, expect, test } from '@jest/globals';
import type { Uses } from './budget.js';
import type { Challenge, SendRequest, UserBudget } from './challenge.js';
import { checksOpenAfterSeconds, isOpen, planSend, shownTerms, termsOfSend } from './challenge.js';
import type { OtpLimits } from './limits.js';

const limits: OtpLimits = {
  codeTtlSeconds: 300,
  checksPerChallenge: 5,
  strangersChecks: 4,
  strangersChecksOfOthers: 2,
  wrongChecksPerDay: 20,
  sendsPerWindow: 5,
  sendWindowSeconds: 600,
  resendSpacingSeconds: [30, 60, 120, 300],
};
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const challenge = (changes: Partial<Challenge> = {}): Challenge => ({
  id: 'otp_1',
  checks: 0,
  sends: 1,
  resendAt: at(30),
  expiresAt: at(300),
  consumedAt: null,
  sentBy: 'command-1',
  ...changes,
});
const uses = (all: readonly Date[], own: readonly Date[] | null = null): Uses => ({ all, own });
const budget = (now: Date, changes: Partial<UserBudget> = {}): UserBudget => ({
  now,
  sent: uses([]),
  wrong: uses([]),
  ...changes,
});
const wish = (changes: Partial<SendRequest> = {}): SendRequest => ({
  commandId: 'command-2',
  named: true,
  challenge: challenge(),
  ...changes,
});
const times = (count: number, moment: Date): Date[] => Array.from({ length: count }, () => moment);

describe('a challenge', () => {
  test('is open until it expires, is consumed, or has been checked five times', () => {
    expect(isOpen(challenge(), at(299.999), limits)).toBe(true);
    expect(isOpen(challenge(), at(300), limits)).toBe(false);
    expect(isOpen(challenge({ consumedAt: at(1) }), at(2), limits)).toBe(false);
    expect(isOpen(challenge({ checks: 4 }), at(2), limits)).toBe(true);
    expect(isOpen(challenge({ checks: 5 }), at(2), limits)).toBe(false);
  });
});

describe('a wish for a code', () => {
  test('gets a new challenge where none is open', () => {
    expect(planSend(wish({ challenge: undefined }), budget(at(0)), limits)).toEqual({ kind: 'new', sends: 1 });
    expect(planSend(wish(), budget(at(300)), limits)).toEqual({ kind: 'new', sends: 1 });
    expect(planSend(wish({ challenge: challenge({ checks: 5 }) }), budget(at(30)), limits)).toEqual({
      kind: 'new',
      sends: 1,
    });
  });

  test('gets the next code of the challenge it names', () => {
    expect(planSend(wish(), budget(at(30)), limits)).toEqual({ kind: 'resend', challenge: challenge(), sends: 2 });
  });

  test('of one who names nothing never replaces an open code', () => {
    expect(planSend(wish({ named: false }), budget(at(30)), limits)).toEqual({ kind: 'new', sends: 1 });
  });

  test.each([true, false])('too soon is told how long to wait (named: %s)', (named) => {
    const plan = planSend(wish({ named }), budget(at(10.5)), limits);
    expect(plan).toEqual({ kind: 'refuse', code: 'otp_cooldown', retryAfterSeconds: 20 });
  });

  test('too soon waits also when the checks of the code before are used up: wrong codes buy no other', () => {
    const used = challenge({ checks: limits.checksPerChallenge });
    const plan = planSend(wish({ challenge: used }), budget(at(10.5)), limits);
    expect(plan).toEqual({ kind: 'refuse', code: 'otp_cooldown', retryAfterSeconds: 20 });
  });

  test('that comes again as the same command is answered, not executed, whatever has happened since', () => {
    const consumed = challenge({ consumedAt: at(1) });
    const spent = budget(at(2), { sent: uses(times(5, at(0))) });
    expect(planSend(wish({ commandId: 'command-1', challenge: consumed }), spent, limits)).toEqual({
      kind: 'replay',
      challenge: consumed,
    });
  });

  test('beyond five sends in ten minutes waits until the oldest of the five has left the window', () => {
    const sentAt = [at(100), at(200), at(300), at(400), at(500)];
    const next = wish({ challenge: undefined });
    expect(planSend(next, budget(at(600), { sent: uses(sentAt) }), limits)).toEqual({
      kind: 'refuse',
      code: 'otp_budget_spent',
      retryAfterSeconds: 100,
    });
    expect(planSend(next, budget(at(600), { sent: uses(sentAt.slice(1)) }), limits)).toEqual({ kind: 'new', sends: 1 });
  });

  test('is refused while the wrong checks of a day forbid to try a code', () => {
    const wrong = uses(times(20, at(0)));
    expect(planSend(wish({ challenge: undefined }), budget(at(600), { wrong }), limits)).toEqual({
      kind: 'refuse',
      code: 'otp_budget_spent',
      retryAfterSeconds: 86_400 - 600,
    });
  });
});

describe('the terms of a code', () => {
  test.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 300],
    [9, 300],
  ])('after send %i another is available in %i s', (sends, seconds) => {
    expect(termsOfSend(sends, at(0), limits)).toEqual({ expiresAt: at(300), resendAt: at(seconds) });
  });

  test('are shown within those of the budget', () => {
    const terms = { expiresAt: at(700), resendAt: at(430) };
    expect(shownTerms(terms, uses([at(300), at(400)]), limits)).toEqual({
      expiresAt: at(700),
      resendAvailableAt: at(430),
      sendsRemaining: 3,
    });
    expect(shownTerms(terms, uses([at(0), at(100), at(200), at(300), at(400)]), limits)).toMatchObject({
      resendAvailableAt: at(600),
      sendsRemaining: 0,
    });
  });
});

describe('the wrong checks of a user', () => {
  test('allow another until there are twenty within a day', () => {
    expect(checksOpenAfterSeconds({ now: at(0), wrong: uses(times(19, at(0))) }, limits)).toBeUndefined();
    expect(checksOpenAfterSeconds({ now: at(60), wrong: uses(times(20, at(0))) }, limits)).toBe(86_340);
  });
});
