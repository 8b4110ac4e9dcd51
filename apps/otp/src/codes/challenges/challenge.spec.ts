import { describe, expect, test } from '@jest/globals';
import type { Budget, Uses } from '../budgets/budget.js';
import type { OtpLimits } from '../budgets/limits.js';
import type { ChallengeScope } from './challenge-scope.js';
import type { Challenge, SendRequest } from './challenge.js';
import {
  challengeToCheck,
  challengeToFollow,
  checksOpenAfterSeconds,
  isOf,
  isOpen,
  planSend,
  shownTerms,
  termsOfSend,
} from './challenge.js';

const limits: OtpLimits = {
  codeTtlSeconds: 300,
  checksPerChallenge: 5,
  untrustedChecks: 3,
  wrongChecksPerDay: 20,
  sendsPerWindow: 5,
  sendWindowSeconds: 600,
  sendsPerDay: 20,
  resendSpacingSeconds: [30, 60, 120, 300],
};
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const scope: ChallengeScope = {
  ...{ purpose: 'payment', merchantId: 'mer_1', mode: 'test', subject: 'usr_1', intentId: 'pi_1' },
  ...{ countedAs: 'mer_1:usr_1', trusted: false, budgetScope: 'untrusted', address: null },
};
const challenge = (changes: Partial<Challenge> = {}): Challenge => ({
  ...{ id: 'otp_1', purpose: 'payment', merchantId: 'mer_1', mode: 'test', subject: 'usr_1', intentId: 'pi_1' },
  ...{ trusted: false, budgetScope: 'untrusted', checks: 0, sends: 1, alive: true },
  resendAt: at(30),
  expiresAt: at(300),
  ...changes,
});
const uses = (all: readonly Date[], own: readonly Date[] | null = null): Uses => ({ all, own });
const budget = (now: Date, changes: Partial<Budget> = {}): Budget => ({
  now,
  sends: uses([]),
  daySends: changes.sends ?? uses([]),
  wrongChecks: uses([]),
  ...changes,
});
const request = (changes: Partial<SendRequest> = {}): SendRequest => ({
  replaces: true,
  challenge: challenge(),
  firstSend: 1,
  ...changes,
});
const times = (count: number, moment: Date): Date[] => Array.from({ length: count }, () => moment);

describe('a challenge', () => {
  test('is open until it expires, is consumed, or has been checked five times', () => {
    expect(isOpen(challenge(), limits)).toBe(true);
    expect(isOpen(challenge({ alive: false }), limits)).toBe(false);
    expect(isOpen(challenge({ checks: 4 }), limits)).toBe(true);
    expect(isOpen(challenge({ checks: 5 }), limits)).toBe(false);
  });

  test('belongs to its own purpose, merchant, mode, subject and payment only', () => {
    expect(isOf(challenge(), scope)).toBe(true);
    expect(isOf(challenge(), { ...scope, intentId: null })).toBe(true);
    const others: Partial<ChallengeScope>[] = [
      { purpose: 'registration' },
      { merchantId: 'mer_2' },
      { mode: 'live' },
      { subject: 'usr_2' },
      { intentId: 'pi_2' },
    ];
    for (const other of others) expect([other, isOf(challenge(), { ...scope, ...other })]).toEqual([other, false]);
  });
});

describe('of the challenges that are alive', () => {
  const untrusted = challenge({ id: 'untrusted' });
  const trusted = challenge({ id: 'trusted', trusted: true, budgetScope: 'merchant:mer_1' });
  const asTrusted: ChallengeScope = { ...scope, trusted: true, budgetScope: 'merchant:mer_1' };

  test('a request follows one of callers like its own', () => {
    expect(challengeToFollow([untrusted, trusted], scope)).toBe(untrusted);
    expect(challengeToFollow([untrusted, trusted], asTrusted)).toBe(trusted);
    expect(challengeToFollow([trusted], scope)).toBeUndefined();
  });

  test('without a payment a request follows one of its own budget', () => {
    const signedIn = { ...asTrusted, intentId: null, budgetScope: 'signed_in' } as const;
    expect(challengeToFollow([trusted], signedIn)).toBeUndefined();
    expect(challengeToFollow([trusted], { ...asTrusted, intentId: null })).toBe(trusted);
  });

  test('a check means the newest open one, and for trusted callers the newest of trusted callers', () => {
    expect(challengeToCheck([untrusted, trusted], scope, limits)).toBe(untrusted);
    expect(challengeToCheck([untrusted, trusted], asTrusted, limits)).toBe(trusted);
    expect(challengeToCheck([untrusted], asTrusted, limits)).toBe(untrusted);
  });

  test('untrusted callers cannot use up the checks of any', () => {
    const tried = { ...trusted, checks: 3 };
    expect(challengeToCheck([tried, untrusted], scope, limits)).toBe(untrusted);
    expect(challengeToCheck([tried], scope, limits)).toBeUndefined();
    expect(challengeToCheck([tried], asTrusted, limits)).toBe(tried);
    expect(challengeToCheck([{ ...trusted, checks: 5 }], asTrusted, limits)).toBeUndefined();
  });
});

describe('a request for a code', () => {
  test('gets a new challenge where none is open', () => {
    expect(planSend(request({ challenge: undefined }), budget(at(0)), limits)).toEqual({ kind: 'new', sends: 1 });
    expect(planSend(request({ challenge: challenge({ alive: false }) }), budget(at(300)), limits)).toEqual({
      kind: 'new',
      sends: 1,
    });
    expect(planSend(request({ challenge: challenge({ checks: 5 }) }), budget(at(30)), limits)).toEqual({
      kind: 'new',
      sends: 1,
    });
  });

  test('gets the next code of the challenge it names', () => {
    expect(planSend(request(), budget(at(30)), limits)).toEqual({ kind: 'resend', challenge: challenge(), sends: 2 });
  });

  test('of a caller that names nothing never replaces an open code', () => {
    expect(planSend(request({ replaces: false }), budget(at(30)), limits)).toEqual({ kind: 'new', sends: 1 });
  });

  test.each([true, false])('too soon is refused with the wait (replaces: %s)', (replaces) => {
    const plan = planSend(request({ replaces }), budget(at(10.5)), limits);
    expect(plan).toEqual({ kind: 'refuse', code: 'otp_cooldown', retryAfterSeconds: 20 });
  });

  test('too soon waits also when the checks of the code before are used up: wrong codes buy no other', () => {
    const used = challenge({ checks: limits.checksPerChallenge });
    const plan = planSend(request({ challenge: used }), budget(at(10.5)), limits);
    expect(plan).toEqual({ kind: 'refuse', code: 'otp_cooldown', retryAfterSeconds: 20 });
  });

  test('for a phone number continues the count of all sends in the window', () => {
    const plan = planSend(request({ challenge: undefined, firstSend: 3 }), budget(at(0)), limits);
    expect(plan).toEqual({ kind: 'new', sends: 3 });
  });

  test('beyond five sends in ten minutes waits until the oldest of the five has left the window', () => {
    const sentAt = [at(100), at(200), at(300), at(400), at(500)];
    const next = request({ challenge: undefined });
    expect(planSend(next, budget(at(600), { sends: uses(sentAt) }), limits)).toEqual({
      kind: 'refuse',
      code: 'otp_budget_spent',
      retryAfterSeconds: 100,
    });
    expect(planSend(next, budget(at(600), { sends: uses(sentAt.slice(1)) }), limits)).toEqual({
      kind: 'new',
      sends: 1,
    });
  });

  test('is refused while the wrong checks of a day forbid to try a code', () => {
    const wrongChecks = uses(times(20, at(0)));
    expect(planSend(request({ challenge: undefined }), budget(at(600), { wrongChecks }), limits)).toEqual({
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
    const sent = (...seconds: number[]) => budget(at(430), { sends: uses(seconds.map(at)) });
    expect(shownTerms(terms, sent(300, 400), limits)).toEqual({
      expiresAt: at(700),
      resendAvailableAt: at(430),
      sendsRemaining: 3,
    });
    expect(shownTerms(terms, sent(0, 100, 200, 300, 400), limits)).toMatchObject({
      resendAvailableAt: at(600),
      sendsRemaining: 0,
    });
    const ofDay = budget(at(430), { daySends: uses(times(19, at(0))) });
    expect(shownTerms(terms, ofDay, limits)).toMatchObject({ resendAvailableAt: at(430), sendsRemaining: 1 });
  });
});

describe('the sends of a day', () => {
  test('are limited, however far apart they are', () => {
    const daySends = uses(Array.from({ length: 20 }, (_, n) => at(n * 3_600)));
    expect(planSend(request({ challenge: undefined }), budget(at(80_000), { daySends }), limits)).toEqual({
      kind: 'refuse',
      code: 'otp_budget_spent',
      retryAfterSeconds: 6_400,
    });
  });
});

describe('the wrong checks of a user', () => {
  test('allow another until there are twenty within a day', () => {
    expect(checksOpenAfterSeconds({ now: at(0), wrongChecks: uses(times(19, at(0))) }, limits)).toBeUndefined();
    expect(checksOpenAfterSeconds({ now: at(60), wrongChecks: uses(times(20, at(0))) }, limits)).toBe(86_340);
  });
});
