import type { Budget } from '../budgets/budget.js';
import { latest, opensAt, remaining } from '../budgets/budget.js';
import type { BudgetScope } from '../budgets/budget-scope.js';
import type { OtpLimits } from '../budgets/limits.js';
import { DAY_SECONDS } from '../budgets/limits.js';
import type { ChallengeScope } from './challenge-scope.js';

/** A code that was sent. Times are the database's. */
export interface Challenge extends Pick<ChallengeScope, 'purpose' | 'merchantId' | 'mode' | 'subject' | 'intentId'> {
  readonly id: string;
  /** True when trusted callers requested its latest code. */
  readonly trusted: boolean;
  /** The budget that its latest code was charged to. */
  readonly budgetScope: BudgetScope;
  readonly checks: number;
  readonly sends: number;
  readonly resendAt: Date;
  readonly expiresAt: Date;
  /** Neither expired nor consumed. */
  readonly alive: boolean;
}

export interface SendRequest {
  /** The challenge whose wait applies: the one that the caller names, else the newest one of its scope. */
  readonly challenge: Challenge | undefined;
  /** True when the caller may replace that challenge's code: it names the challenge, or holds the payment it is for. */
  readonly replaces: boolean;
  /** Number of the first send of a new challenge, which decides the wait for the next one. */
  readonly firstSend: number;
}

export type SendPlan =
  | { readonly kind: 'refuse'; readonly code: 'otp_cooldown' | 'otp_budget_spent'; readonly retryAfterSeconds: number }
  | { readonly kind: 'new'; readonly sends: number }
  | { readonly kind: 'resend'; readonly challenge: Challenge; readonly sends: number };

/** The times at which a code stops working and at which the challenge may have its next one. */
export interface SendTerms {
  readonly expiresAt: Date;
  readonly resendAt: Date;
}

/** The terms that the customer sees: the terms of the challenge within those of the budget. */
export interface ShownTerms {
  readonly expiresAt: Date;
  readonly resendAvailableAt: Date;
  readonly sendsRemaining: number;
}

/** True when a challenge is the one that a scope is about; a scope without a payment leaves the payment open. */
export function isOf(challenge: Challenge, { purpose, merchantId, mode, subject, intentId }: ChallengeScope): boolean {
  const isSameSubject = challenge.subject === subject && challenge.mode === mode && challenge.merchantId === merchantId;
  return isSameSubject && challenge.purpose === purpose && (intentId === null || challenge.intentId === intentId);
}

/** True when a right code would still be accepted. */
export function isOpen({ alive, checks }: Challenge, limits: OtpLimits): boolean {
  return alive && checks < limits.checksPerChallenge;
}

/**
 * The challenge whose wait applies to a caller that names none, out of those that are alive, newest first. Trusted and untrusted
 * callers do not see each other's challenges; without a payment, neither do callers of different budgets.
 */
export function challengeToFollow(alive: readonly Challenge[], scope: ChallengeScope): Challenge | undefined {
  const { trusted, intentId, budgetScope } = scope;
  return alive.find((known) => known.trusted === trusted && (intentId !== null || known.budgetScope === budgetScope));
}

/**
 * The challenge that a check without a challenge id means, out of those that are alive, newest first. Untrusted callers can use
 * up only some of its checks; for trusted callers, challenges of trusted callers come first.
 */
export function challengeToCheck<Known extends Challenge>(
  alive: readonly Known[],
  { trusted }: ChallengeScope,
  limits: OtpLimits,
): Known | undefined {
  const most = trusted ? limits.checksPerChallenge : limits.untrustedChecks;
  const open = alive.filter(({ checks }) => checks < most);
  return (trusted ? open.find((known) => known.trusted) : undefined) ?? open[0];
}

/** Decides whether a code is sent, and for which challenge: a resend keeps the challenge and its count of checks. */
export function planSend(request: SendRequest, budget: Budget, limits: OtpLimits): SendPlan {
  const { challenge, replaces, firstSend } = request;
  const { now } = budget;
  // the wait holds also for a challenge whose checks are used up: wrong codes buy no other code
  if (challenge?.alive === true && challenge.resendAt > now) {
    return { kind: 'refuse', code: 'otp_cooldown', retryAfterSeconds: secondsUntil(challenge.resendAt, now) };
  }
  const budgetOpensAt = spentUntil(budget, limits);
  if (budgetOpensAt !== undefined) {
    return { kind: 'refuse', code: 'otp_budget_spent', retryAfterSeconds: secondsUntil(budgetOpensAt, now) };
  }
  return replaces && challenge !== undefined && isOpen(challenge, limits)
    ? { kind: 'resend', challenge, sends: challenge.sends + 1 }
    : { kind: 'new', sends: firstSend };
}

/** The terms of the `sends`-th code of a challenge, sent now. */
export function termsOfSend(sends: number, now: Date, limits: OtpLimits): SendTerms {
  const spacing = limits.resendSpacingSeconds[Math.min(sends, limits.resendSpacingSeconds.length) - 1] ?? 0;
  return { expiresAt: after(now, limits.codeTtlSeconds), resendAt: after(now, spacing) };
}

/** The sends include the one just made. */
export function shownTerms(terms: SendTerms, sends: Pick<Budget, 'sends' | 'daySends'>, limits: OtpLimits): ShownTerms {
  return {
    expiresAt: terms.expiresAt,
    resendAvailableAt: latest([terms.resendAt, ...sendsOpenAt(sends, limits)]) ?? terms.resendAt,
    sendsRemaining: Math.min(
      remaining(sends.sends, limits.sendsPerWindow),
      remaining(sends.daySends, limits.sendsPerDay),
    ),
  };
}

/** The wait before another check that the wrong checks of a day impose; undefined when there is none. */
export function checksOpenAfterSeconds(
  { now, wrongChecks }: Pick<Budget, 'now' | 'wrongChecks'>,
  limits: OtpLimits,
): number | undefined {
  const moment = opensAt(wrongChecks, limits.wrongChecksPerDay, DAY_SECONDS);
  return moment && secondsUntil(moment, now);
}

/** The time at which a budget allows a code again; undefined when it does now. A code that could not be tried is not sent. */
function spentUntil(budget: Budget, limits: OtpLimits): Date | undefined {
  const { wrongChecks } = budget;
  return latest([...sendsOpenAt(budget, limits), opensAt(wrongChecks, limits.wrongChecksPerDay, DAY_SECONDS)]);
}

/** The times at which the window and the day allow a send again; undefined for each that does now. */
function sendsOpenAt(
  { sends, daySends }: Pick<Budget, 'sends' | 'daySends'>,
  limits: OtpLimits,
): readonly (Date | undefined)[] {
  return [
    opensAt(sends, limits.sendsPerWindow, limits.sendWindowSeconds),
    opensAt(daySends, limits.sendsPerDay, DAY_SECONDS),
  ];
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
