import type { Mode } from './modes.js';

/** `typ`, `iss` and `aud` of a kind of token, for its issuer and its verifiers. */
export interface TokenKind {
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
}

/** The token of a signed-in user: `sub` is the user, `azp` the merchant whose key obtained it; also `mode`, `contact`, `jti`, `iat`, `nbf`, `exp`. */
export const userTokenKind = {
  typ: 'at+jwt',
  issuer: 'paygate/auth',
  audience: 'paygate',
} as const satisfies TokenKind;

/** The addresses of a user. The claim `contact` of a user token holds them as JSON, sealed for otp. */
export interface UserTokenContact {
  readonly phoneNumber: string;
  readonly email?: string;
}

/** The sealing context of the claim `contact`: it opens for no other user. */
export function userTokenContactContext(mode: Mode, userId: string): string {
  return `user-token.contact:${mode}:${userId}`;
}

/** `sub` of the token of a guest, who is no user: its claim `phone`, sealed, names the payer. */
export const GUEST_SUBJECT = 'guest';

/** `sub` of the token of an ask, for which nobody has proved the phone: its claim `kind` is {@link ASK_KIND}, `actor` who asks. */
export const ASKED_SUBJECT = 'asked';
/** The kind of a token whose payer confirms by nothing but the operator's PIN. */
export const ASK_KIND = 'operator_pin';
/** The time within which the token of an ask begins its charge. */
export const ASK_TOKEN_SECONDS = 300;

/** The token of a customer who confirmed one payment with a one-time password. */
export const otpTokenKind = { typ: 'otp+jwt', issuer: 'paygate/otp', audience: 'paygate' } as const satisfies TokenKind;
