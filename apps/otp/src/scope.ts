import type { Mode, OtpCaller } from '@paygate/contracts';
import type { CallersLane } from './domain/lane.js';
import { callersLaneOf } from './domain/lane.js';

/** Whose code for what: in one scope the newest open challenge is met. */
export interface Scope {
  readonly merchantId: string;
  readonly mode: Mode;
  /** As the caller gave it: of what is no id at all there are challenges and budgets like of any other. */
  readonly userId: string;
  readonly intentId: string | null;
  /** Whether the caller is the user beyond doubt: what strangers have used up does not count then. */
  readonly signedIn: boolean;
  /** Whether the caller is no stranger: signed in, with the session of the payment, or the merchant's server. */
  readonly assured: boolean;
  /** What others than the signed-in user draw on, unless the challenge that they mean says otherwise. */
  readonly callersLane: CallersLane;
  /** What the caller's address is counted under; null where that says nothing of a customer. */
  readonly address: string | null;
}

/** What commands say of a scope. */
export interface Asker extends Pick<Scope, 'merchantId' | 'mode' | 'userId'> {
  readonly caller: OtpCaller;
}

/** The payment that a caller names, and the one user who may confirm it, as far as it is known and there is one. */
export interface AskedPayment {
  readonly intentId: string;
  readonly payerId: string | null;
}

export function scopeOfAsker(asker: Asker, payment: AskedPayment | null, address: string | null): Scope {
  const { merchantId, mode, userId, caller } = asker;
  const { signedIn, credential } = caller;
  const assured = signedIn || credential !== 'publishable';
  const callersLane = callersLaneOf({ merchantId, userId, signedIn, credential }, payment);
  return { merchantId, mode, userId, intentId: payment?.intentId ?? null, signedIn, assured, callersLane, address };
}

/** Whether the caller of a scope holds the payment that it names: then it means that payment's challenge and no other. */
export function holdsPayment({ assured, intentId }: Scope): boolean {
  return assured && intentId !== null;
}
