import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';

/**
 * The detail of `token_invalid`: the expected kind of token. It is the same for every fault, so that it does not distinguish
 * a guess from a revoked token.
 */
export const expectedTokens = {
  user: 'A user token is expected, from a sign-in at this merchant in this mode that has not been signed out.',
  otp: 'A token of a verified one-time password is expected, for this user, merchant and mode, and for this payment if the token names one.',
  dashboard: 'A dashboard session is expected: a token that begins with dsh_, of a session that has not ended.',
} as const;

/** The refusal of a text in the place of a token of that kind. `param` distinguishes a user token from the other one of a charge. */
export function tokenInvalid(kind: keyof typeof expectedTokens, cause?: unknown): PaygateError {
  const place = kind === 'user' ? { param: headers.authorization } : {};
  return new PaygateError('token_invalid', { ...place, detail: expectedTokens[kind], cause });
}
