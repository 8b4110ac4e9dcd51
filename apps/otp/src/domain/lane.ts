/**
 * Where sends and wrong checks of a user are counted for callers who are not signed in. `open` is for those who show nothing
 * but the user's id, and so may be strangers; `intent` for those who name a payment that any user may confirm, strangers
 * too; `merchant:` for those who name a payment that this merchant made for the user; `foreign:` for those who name one that
 * is another user's, of which nothing is ever sent. What is spent in one leaves the others.
 */
export type CallersLane = 'open' | 'intent' | `merchant:${string}` | `foreign:${string}`;

/** `signed-in` is for the user. */
export type BudgetLane = CallersLane | 'signed-in';

/** A payment that a caller names. */
export interface NamedPayment {
  readonly merchantId: string;
  readonly intentId: string;
  /** The one user who may confirm it; null when any may. */
  readonly payerId: string | null;
}

/** The lane of callers who are not signed in and ask for a code of this user, for this payment or for any. */
export function callersLaneOf(userId: string, payment: NamedPayment | null): CallersLane {
  if (payment === null) return 'open';
  const { merchantId, intentId, payerId } = payment;
  if (payerId === null) return 'intent';
  return payerId === userId ? `merchant:${merchantId}` : `foreign:${intentId}`;
}

/** The lane of a caller. */
export function laneOf({ signedIn, callersLane }: { signedIn: boolean; callersLane: CallersLane }): BudgetLane {
  return signedIn ? 'signed-in' : callersLane;
}
