import { PaygateError } from '@paygate/platform';

/**
 * Which kind of token was expected where another text stood: the detail of `token_invalid`. It is the same for every fault of
 * such a token, so that it does not tell a guess from a token that has ended.
 */
export const expectedTokens = {
  user: 'A user token is expected: from a sign-in at this merchant in this mode, and not signed out.',
  otp: 'A token of a verified one-time password is expected: of this user, merchant and mode, and of this payment if it names one.',
  dashboard: 'A dashboard session is expected: a token that begins with dsh_ and has not ended.',
} as const;

/** The refusal of what stands in the place of a token of a kind. */
export function tokenInvalid(kind: keyof typeof expectedTokens, cause?: unknown): PaygateError {
  return new PaygateError('token_invalid', { detail: expectedTokens[kind], cause });
}
