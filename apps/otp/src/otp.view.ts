import type { InitOtp, OtpInitiated, OtpProgress, OtpVerified, CodeTerms, Refusal, Sealed } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { ShownTerms } from './domain/challenge.js';
import { CODE_LENGTH } from './domain/limits.js';
import type { Scope } from './scope.js';

/** The most sends the contract's answer can name. */
const SENDS_SHOWN = 100;

export function otpInitiated(otpId: string, command: InitOtp, destination: string, terms: ShownTerms): OtpInitiated {
  return {
    otpId,
    userId: command.userId,
    channel: command.channel,
    destination,
    ...codeTerms(terms),
  };
}

/** What everybody is told of a code who asks for one. */
export function codeTerms(terms: ShownTerms): Omit<CodeTerms, 'destination'> {
  return {
    codeLength: CODE_LENGTH,
    expiresAt: terms.expiresAt.toISOString(),
    resendAvailableAt: terms.resendAvailableAt.toISOString(),
    sendsRemaining: Math.min(terms.sendsRemaining, SENDS_SHOWN),
  };
}

export function verifiedAnswer(token: Sealed, expiresAt: Date, intentId: string | null): OtpVerified {
  return { token, expiresAt: expiresAt.toISOString(), ...(intentId === null ? {} : { intentionId: intentId }) };
}

/** A budget is spent. Who is not signed in need not wait: what a signed-in user does is counted apart. */
export function budgetSpent(retryAfter: number, { signedIn }: Pick<Scope, 'signedIn'>): Refusal {
  const nextStep = 'reauthentication_required';
  return refuse('otp_budget_spent', { fields: signedIn ? { retryAfter } : { retryAfter, nextStep } });
}

/** What other services learn of a challenge that is bound to an intent. */
export function otpProgress(otpId: string, intentId: string, scope: Scope, occurredAt: Date): OtpProgress {
  const { merchantId, mode } = scope;
  return { otpId, intentId, merchantId, mode, occurredAt: occurredAt.toISOString() };
}
