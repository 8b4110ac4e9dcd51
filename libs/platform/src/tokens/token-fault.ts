import type { VerifiedClaims } from './verify-token.js';

/** Why a token was refused. `expired` is said only of a token that is good in every other respect. */
export type TokenFaultReason =
  'malformed' | 'unknown_key' | 'bad_signature' | 'wrong_claim' | 'not_yet_valid' | 'expired';

/** A token that must not be accepted. The reason is for logs and for telling `token_expired` from `token_invalid`. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';
  readonly reason: TokenFaultReason;
  /** Of an expired token, what it said: it authorises nothing any more, but names what it authorised. */
  readonly expiredClaims: VerifiedClaims | undefined;

  constructor(reason: TokenFaultReason, detail: string, expiredClaims?: VerifiedClaims) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.expiredClaims = expiredClaims;
  }
}
