import type { IncomingHttpHeaders } from 'node:http';
import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { Caller } from '../caller.js';
import { presentedCredentials, textOf } from '../credential-headers.js';
import { tokenInvalid } from './expected-tokens.js';
import type { SignedInUser } from './user-token.strategy.js';

const FORM = /^[A-Za-z0-9_-]{1,512}\.([A-Za-z0-9_-]{1,2048})\.[A-Za-z0-9_-]{1,512}$/;

/**
 * The OTP authorization token of a charge. The service of intents verifies it and whether it was used, under the intent's row
 * lock; the gateway checks its place, and that it names the same user as the user token. Throws `token_missing` or `token_invalid`.
 */
export function otpTokenOf(given: IncomingHttpHeaders, caller: Caller, user: SignedInUser | undefined): string {
  const { bearer } = presentedCredentials(given);
  const token = textOf(given[headers.otpToken]) ?? bearer;
  if (token === undefined) throw new PaygateError('token_missing');
  const payload = FORM.exec(token)?.[1];
  if (payload === undefined) throw tokenInvalid('otp');
  if (user === undefined) {
    if (caller.requireSignIn)
      throw new PaygateError('token_missing', { detail: 'This merchant requires a user token besides the OTP token.' });
    return token;
  }
  if (subjectOf(payload) !== user.userId) throw tokenInvalid('otp');
  return token;
}

/** The user that the token names. The token is not verified yet. */
function subjectOf(payload: string): unknown {
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sub?: unknown }).sub;
  } catch {
    return undefined;
  }
}
