import type { Mode } from '@paygate/contracts';
import { isId, sha256Base64url } from '@paygate/platform';

/** Whose code for what: in one scope the newest open challenge is met. */
export interface Scope {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly userId: string;
  readonly intentId: string | null;
}

interface Caller {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly userId: string;
}

/** What is no user id at all has a scope like any other: under its digest, as it may hold what no table takes. */
export function scopeOf({ merchantId, mode, userId }: Caller, intentId: string | null): Scope {
  return { merchantId, mode, userId: isId('user', userId) ? userId : `~${sha256Base64url(userId)}`, intentId };
}
