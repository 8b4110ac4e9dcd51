import type { Mode, OtpCaller, PhoneCodePurpose } from '@paygate/contracts';
import type { BudgetScope, NamedPayment } from '../budgets/budget-scope.js';
import { budgetScopeOf } from '../budgets/budget-scope.js';

/** The purpose that a right code authorizes. A code of one purpose is worth nothing for another. */
export type ChallengePurpose = 'payment' | PhoneCodePurpose;

/** The owner and the purpose of a code, and the caller who requests or tries it. */
export interface ChallengeScope {
  readonly purpose: ChallengePurpose;
  readonly merchantId: string;
  readonly mode: Mode;
  /**
   * Of a payment the user id as the caller gave it: a malformed one has challenges and budgets like any other. Otherwise an
   * HMAC of the phone number.
   */
  readonly subject: string;
  readonly intentId: string | null;
  /** True when the caller is signed in, holds the payment's session, or is the merchant's server. */
  readonly trusted: boolean;
  /** The budget that the caller draws on, unless the challenge that it names has another one. */
  readonly budgetScope: BudgetScope;
  /** The HMAC that the caller's address is counted under; null for a merchant's server. */
  readonly address: string | null;
}

/** The part of a command that says who acts for which user. */
interface UserCommand {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly userId: string;
  readonly caller: OtpCaller;
}

export function paymentScope(
  { merchantId, mode, userId, caller }: UserCommand,
  payment: NamedPayment | null,
  address: string | null,
): ChallengeScope {
  const { signedIn, credential } = caller;
  const budgetScope = budgetScopeOf({ merchantId, userId, signedIn, credential }, payment);
  const trusted = signedIn || credential !== 'publishable';
  const intentId = payment?.intentId ?? null;
  return { purpose: 'payment', merchantId, mode, subject: userId, intentId, trusted, budgetScope, address };
}

/** True when the caller holds the payment that it names: then it means that payment's challenge and no other. */
export function holdsPayment({ trusted, intentId }: ChallengeScope): boolean {
  return trusted && intentId !== null;
}
