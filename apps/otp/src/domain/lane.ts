import type { OtpCredential } from '@paygate/contracts';

/**
 * Where sends and wrong checks of a user are counted for callers who are not signed in. `open` is for those who show nothing
 * that a stranger cannot show: a publishable key, a payment's id, or the session of a payment that any user may confirm.
 * `merchant:` is for the merchant's server, and for those who hold the session of a payment that it made for this user;
 * `foreign:` for those who hold that of one which is another user's, of which nothing is ever sent. What is spent in one
 * leaves the others.
 */
export type CallersLane = 'open' | `merchant:${string}` | `foreign:${string}`;

/** `signed-in` is for the user. */
export type BudgetLane = CallersLane | 'signed-in';

/** A payment that a caller names. */
export interface NamedPayment {
  readonly intentId: string;
  /** The one user who may confirm it; null when any may. */
  readonly payerId: string | null;
}

/** Who asks for a code of this user. */
export interface LaneSeeker {
  readonly merchantId: string;
  readonly userId: string;
  readonly signedIn: boolean;
  readonly credential: OtpCredential;
}

/** The lane of callers like this one as long as they are not signed in, for this payment or for any. */
export function callersLaneOf(seeker: LaneSeeker, payment: NamedPayment | null): CallersLane {
  const { merchantId, userId, signedIn, credential } = seeker;
  if (!signedIn && credential === 'publishable') return 'open';
  const payerId = payment?.payerId ?? null;
  if (payment !== null && payerId !== null && payerId !== userId) return `foreign:${payment.intentId}`;
  return credential === 'secret' || payerId === userId ? `merchant:${merchantId}` : 'open';
}

/** The lane of a caller. */
export function laneOf({ signedIn, callersLane }: { signedIn: boolean; callersLane: CallersLane }): BudgetLane {
  return signedIn ? 'signed-in' : callersLane;
}
