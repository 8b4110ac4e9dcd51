/** What a kind of token says of itself in its header and in `iss` and `aud`. Issuer and verifier both take it from here. */
export interface TokenKind {
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
}

/** A user signed in: `sub` the user, `mode`, `azp` the merchant whose key obtained it, `jti`, `iat`, `nbf`, `exp`. */
export const userTokenKind = {
  typ: 'at+jwt',
  issuer: 'paygate/auth',
  audience: 'paygate',
} as const satisfies TokenKind;

/** A user confirmed one payment with a one-time password. */
export const otpTokenKind = { typ: 'otp+jwt', issuer: 'paygate/otp', audience: 'paygate' } as const satisfies TokenKind;
