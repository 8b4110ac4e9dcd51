import type { OtpCredential, PhoneCodePurpose } from '@paygate/contracts';
import { phoneCodePurposes } from '@paygate/contracts';

/**
 * The scope in which the sends and wrong checks of a subject are counted. What is spent in one scope leaves the others untouched.
 * - `untrusted`: callers who show nothing that others lack: a publishable key, a payment's id, or the session of a payment
 *   that any user may confirm.
 * - `merchant:<id>`: the merchant's server, and holders of the session of a payment that was made for this user.
 * - `intent:<id>`: holders of the session of a payment that was made for another user, for which no message ever goes out; and, of
 *   a phone number, the guests of a payment.
 * - `signed_in`: the user, shown by a user token.
 * - `registration`, `password_reset`, `withdrawal`: every request for such a code to one phone number.
 */
export type BudgetScope = 'untrusted' | 'signed_in' | PhoneCodePurpose | `merchant:${string}` | `intent:${string}`;

/** The purpose that a right code authorizes. A code of one purpose is worth nothing for another. */
export type CodePurpose = 'payment' | PhoneCodePurpose;

/** A payment that a caller names. */
export interface NamedPayment {
  readonly intentId: string;
  /** The one user who may confirm it; null when any may. */
  readonly payerId: string | null;
}

/** A caller who requests or tries a code of a user. */
export interface PaymentCaller {
  readonly merchantId: string;
  readonly userId: string;
  readonly signedIn: boolean;
  readonly credential: OtpCredential;
}

/** The scope that a caller draws on, for the payment that it names or for any payment. */
export function budgetScopeOf(caller: PaymentCaller, payment: NamedPayment | null): BudgetScope {
  const { merchantId, userId, signedIn, credential } = caller;
  if (signedIn) return 'signed_in';
  if (credential === 'publishable') return 'untrusted';
  const payerId = payment?.payerId ?? null;
  if (payment !== null && payerId !== null && payerId !== userId) return `intent:${payment.intentId}`;
  return credential === 'secret' || payerId === userId ? `merchant:${merchantId}` : 'untrusted';
}

/** True when a scope counts what goes to one phone number, whoever typed it. */
export function isOfPhone(scope: BudgetScope): boolean {
  return phoneCodePurposes.some((purpose) => purpose === scope) || scope.startsWith('intent:');
}

/**
 * True when a scope keeps a reserve. In these scopes only the address distinguishes an attacker from the user: whoever spends
 * the limit leaves as much again to addresses that have used little.
 */
export function keepsReserve(scope: BudgetScope): boolean {
  return scope === 'untrusted' || isOfPhone(scope);
}
