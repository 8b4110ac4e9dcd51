import type { CodeTerms, InitOtpCommand, OtpInitiated, OtpVerified, Refusal, Sealed } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { BudgetScope } from '../budgets/budget-scope.js';
import { isOfPhone } from '../budgets/budget-scope.js';
import type { ShownTerms } from './challenge.js';
import { CODE_LENGTH } from './codes.js';

/** A code that was sent, as every caller sees it. */
export interface SentCode {
  readonly challengeId: string;
  readonly terms: CodeTerms;
}

/** The most sends the contract's answer can name. */
const SENDS_SHOWN = 100;

export function sentCode(challengeId: string, destination: string, terms: ShownTerms): SentCode {
  const expiresAt = terms.expiresAt.toISOString();
  const resendAvailableAt = terms.resendAvailableAt.toISOString();
  const sendsRemaining = Math.min(terms.sendsRemaining, SENDS_SHOWN);
  return { challengeId, terms: { destination, codeLength: CODE_LENGTH, expiresAt, resendAvailableAt, sendsRemaining } };
}

export function otpInitiated({ challengeId, terms }: SentCode, { userId, channel }: InitOtpCommand): OtpInitiated {
  return Object.assign({ otpId: challengeId, ...(userId === undefined ? {} : { userId }), channel }, terms);
}

export function verifiedAnswer(token: Sealed, expiresAt: Date, intentId: string | null): OtpVerified {
  return { token, expiresAt: expiresAt.toISOString(), ...(intentId === null ? {} : { intentionId: intentId }) };
}

const SPENT = 'Too many codes were sent, or too many wrong ones tried.';

/** A budget is spent. Where the signed-in user has a budget of its own, the refusal says so. */
export function budgetSpent(retryAfter: number, scope: BudgetScope): Refusal {
  const signInHelps = scope !== 'signed_in' && !isOfPhone(scope);
  if (!signInHelps)
    return refuse('otp_budget_spent', {
      detail: `${SPENT} Try again after retryAfter seconds.`,
      fields: { retryAfter },
    });
  const nextStep = 'reauthentication_required';
  const detail = `${SPENT} With a user token of POST /auth/web in Authorization the request may succeed now; without one, after retryAfter seconds.`;
  return refuse('otp_budget_spent', { detail, fields: { retryAfter, nextStep } });
}
