import type { Uses } from './budget.js';
import { latest, opensAt, remaining } from './budget.js';
import type { OtpLimits } from './limits.js';
import { DAY_SECONDS } from './limits.js';

/** One code that was sent to one user, as far as a decision needs it. Times are the database's. */
export interface Challenge {
  readonly id: string;
  readonly checks: number;
  readonly sends: number;
  readonly resendAt: Date;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
  /** The command that asked for the latest code: when it comes again, it is answered and not executed. */
  readonly sentBy: string;
}

/** What a user has used of the budgets of one lane, nothing that has left its window. */
export interface UserBudget {
  readonly now: Date;
  readonly sent: Uses;
  readonly wrong: Uses;
}

export interface SendRequest {
  readonly commandId: string;
  /**
   * The caller named the challenge, or the intent it is for and showed that it is no stranger to that. Whoever did neither
   * may be a stranger, and never replaces the code of an open challenge.
   */
  readonly named: boolean;
  /** The open challenge it named, else the newest open one in its scope that callers of its kind have begun. */
  readonly challenge: Challenge | undefined;
}

export type SendPlan =
  | { readonly kind: 'replay'; readonly challenge: Challenge }
  | { readonly kind: 'refuse'; readonly code: 'otp_cooldown' | 'otp_budget_spent'; readonly retryAfterSeconds: number }
  | { readonly kind: 'new'; readonly sends: 1 }
  | { readonly kind: 'resend'; readonly challenge: Challenge; readonly sends: number };

/** When a code stops to work, and when the challenge may have its next one. */
export interface SendTerms {
  readonly expiresAt: Date;
  readonly resendAt: Date;
}

/** What the customer is told: the terms of the challenge within those of the user's budget. */
export interface ShownTerms {
  readonly expiresAt: Date;
  readonly resendAvailableAt: Date;
  readonly sendsRemaining: number;
}

/** Whether a right code would still be taken. */
export function isOpen(challenge: Challenge, now: Date, limits: OtpLimits): boolean {
  return challenge.consumedAt === null && challenge.expiresAt > now && challenge.checks < limits.checksPerChallenge;
}

/** Decides whether a code is sent, and for which challenge: a resend keeps the challenge and its count of checks. */
export function planSend(request: SendRequest, budget: UserBudget, limits: OtpLimits): SendPlan {
  const { challenge } = request;
  if (challenge?.sentBy === request.commandId) return { kind: 'replay', challenge };
  if (challenge !== undefined && isWaitedFor(challenge, budget.now)) {
    return { kind: 'refuse', code: 'otp_cooldown', retryAfterSeconds: secondsUntil(challenge.resendAt, budget.now) };
  }
  const budgetOpensAt = spentUntil(budget, limits);
  if (budgetOpensAt !== undefined) {
    return { kind: 'refuse', code: 'otp_budget_spent', retryAfterSeconds: secondsUntil(budgetOpensAt, budget.now) };
  }
  return request.named && challenge !== undefined && isOpen(challenge, budget.now, limits)
    ? { kind: 'resend', challenge, sends: challenge.sends + 1 }
    : { kind: 'new', sends: 1 };
}

/** Whether it is too soon for a code after that of a challenge, also of one whose checks wrong codes have used up. */
function isWaitedFor({ consumedAt, expiresAt, resendAt }: Challenge, now: Date): boolean {
  return consumedAt === null && expiresAt > now && resendAt > now;
}

/** The terms of the `sends`-th code of a challenge, sent now. */
export function termsOfSend(sends: number, now: Date, limits: OtpLimits): SendTerms {
  const spacing = limits.resendSpacingSeconds[Math.min(sends, limits.resendSpacingSeconds.length) - 1] ?? 0;
  return { expiresAt: after(now, limits.codeTtlSeconds), resendAt: after(now, spacing) };
}

/** `sent` holds all sends of the user within the window, the one just made included. */
export function shownTerms(terms: SendTerms, sent: Uses, limits: OtpLimits): ShownTerms {
  const opens = opensAt(sent, limits.sendsPerWindow, limits.sendWindowSeconds);
  return {
    expiresAt: terms.expiresAt,
    resendAvailableAt: opens !== undefined && opens > terms.resendAt ? opens : terms.resendAt,
    sendsRemaining: remaining(sent, limits.sendsPerWindow),
  };
}

/** How long a user's wrong checks forbid another; undefined when they do not. */
export function checksOpenAfterSeconds(
  { now, wrong }: Pick<UserBudget, 'now' | 'wrong'>,
  limits: OtpLimits,
): number | undefined {
  const moment = opensAt(wrong, limits.wrongChecksPerDay, DAY_SECONDS);
  return moment && secondsUntil(moment, now);
}

/** When a user's budgets allow a code again, undefined when they do now. A code that could not be tried is not sent. */
function spentUntil({ sent, wrong }: UserBudget, limits: OtpLimits): Date | undefined {
  return latest([
    opensAt(sent, limits.sendsPerWindow, limits.sendWindowSeconds),
    opensAt(wrong, limits.wrongChecksPerDay, DAY_SECONDS),
  ]);
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
