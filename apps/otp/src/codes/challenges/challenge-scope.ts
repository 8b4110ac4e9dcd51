import type { Mode, OtpCaller } from '@paygate/contracts';
import type { BudgetScope, CodePurpose, NamedPayment } from '../budgets/budget-scope.js';
import { budgetScopeOf } from '../budgets/budget-scope.js';

/** The owner and the purpose of a code, and the caller who requests or tries it. */
export interface ChallengeScope {
  readonly purpose: CodePurpose;
  readonly merchantId: string;
  readonly mode: Mode;
  /**
   * For a payment, the user id as the caller gave it: a malformed one has challenges and budgets like any other. Otherwise an
   * HMAC of the phone number.
   */
  readonly subject: string;
  /** The subject as budgets count it. */
  readonly countedAs: string;
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
  const who = { merchantId, mode, subject: userId, countedAs: countedAs({ merchantId, mode, subject: userId }) };
  return { purpose: 'payment', ...who, intentId, trusted, budgetScope, address };
}

/** In test mode every merchant has the same test numbers, so what one does with them leaves the budgets of others untouched. */
export function countedAs({
  merchantId,
  mode,
  subject,
}: Pick<ChallengeScope, 'merchantId' | 'mode' | 'subject'>): string {
  return mode === 'live' ? subject : `${merchantId}:${subject}`;
}

/** True when the caller holds the payment that it names: then it means that payment's challenge and no other. */
export function holdsPayment({ trusted, intentId }: ChallengeScope): boolean {
  return trusted && intentId !== null;
}
