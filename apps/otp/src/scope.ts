import type { Mode, OtpCaller } from '@paygate/contracts';

/** Whose code for what: in one scope the newest open challenge is met. */
export interface Scope {
  readonly merchantId: string;
  readonly mode: Mode;
  /** As the caller gave it: of what is no id at all there are challenges and budgets like of any other. */
  readonly userId: string;
  readonly intentId: string | null;
  /** Whether the caller is the user beyond doubt: what strangers have used up does not count then. */
  readonly signedIn: boolean;
}

/** What commands say of a scope. */
export interface Asker extends Pick<Scope, 'merchantId' | 'mode' | 'userId'> {
  readonly caller: OtpCaller;
}

export function scopeOf({ merchantId, mode, userId, caller }: Asker, intentId: string | null): Scope {
  return { merchantId, mode, userId, intentId, signedIn: caller.signedIn };
}
