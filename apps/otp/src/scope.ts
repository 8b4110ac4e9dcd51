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
  /** What others than the signed-in user draw on, unless the challenge that they mean says otherwise. */
  readonly callersLane: CallersLane;
}

/** What commands say of a scope. */
export interface Asker extends Pick<Scope, 'merchantId' | 'mode' | 'userId'> {
  readonly caller: OtpCaller;
}

/** `payerId` is the one user who may confirm the intent, as far as it is known and there is one. */
export function scopeOf(asker: Asker, intentId: string | null, payerId: string | null = null): Scope {
  const { merchantId, mode, userId, caller } = asker;
  const callersLane = callersLaneOf(userId, intentId === null ? null : { merchantId, intentId, payerId });
  return { merchantId, mode, userId, intentId, signedIn: caller.signedIn, callersLane };
}
