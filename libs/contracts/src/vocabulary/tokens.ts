/** `typ`, `iss` and `aud` of a kind of token, for its issuer and its verifiers. */
export interface TokenKind {
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
}

/** The token of a signed-in user: `sub` is the user, `azp` the merchant whose key obtained it; also `mode`, `jti`, `iat`, `nbf`, `exp`. */
export const userTokenKind = {
  typ: 'at+jwt',
  issuer: 'paygate/auth',
  audience: 'paygate',
} as const satisfies TokenKind;

/** `sub` of the token of a guest, who is no user: its claim `phone`, sealed, names the payer. */
export const GUEST_SUBJECT = 'guest';

/** The token of a customer who confirmed one payment with a one-time password. */
export const otpTokenKind = { typ: 'otp+jwt', issuer: 'paygate/otp', audience: 'paygate' } as const satisfies TokenKind;
