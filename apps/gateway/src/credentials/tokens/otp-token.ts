import type { IncomingHttpHeaders } from 'node:http';
import type { Sealed } from '@paygate/contracts';
import { ASKED_SUBJECT, headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { Caller } from '../caller.js';
import { misplacedCredential, presentedCredentials, textOf } from '../credential-headers.js';
import { tokenInvalid } from './expected-tokens.js';
import type { SignedInUser } from './user-token.strategy.js';

const FORM = /^[A-Za-z0-9_-]{1,512}\.([A-Za-z0-9_-]{1,2048})\.[A-Za-z0-9_-]{1,512}$/;

/** The tokens of a charge as they came. */
export interface ChargeCredentials {
  readonly given: IncomingHttpHeaders;
  readonly caller: Pick<Caller, 'customerSignIn'>;
  readonly user: SignedInUser | undefined;
}

/**
 * The OTP authorization token of a charge. The service of intents verifies it and whether it was used, under the intent's row
 * lock; the gateway checks its place, and that it names the same user as the user token. Throws `token_missing` or `token_invalid`.
 */
export function otpTokenOf({ given, user }: ChargeCredentials): string {
  const { bearer } = presentedCredentials(given);
  const token = textOf(given[headers.otpToken]) ?? bearer;
  if (token === undefined) {
    const detail = 'The token of verifyOtp must be sent in x-otp-token, or as Authorization: Bearer.';
    const found = misplacedCredential(given);
    throw new PaygateError('token_missing', { detail: found === undefined ? detail : `${found} ${detail}` });
  }
  const payload = FORM.exec(token)?.[1];
  // the token of an ask never leaves the services
  if (payload === undefined || claimsOf(payload).sub === ASKED_SUBJECT) throw tokenInvalid('otp');
  if (user !== undefined && claimsOf(payload).sub !== user.userId) throw tokenInvalid('otp');
  return token;
}

/** Throws `token_missing` where the merchant's charges of this kind need the user token of a sign-in and none came. */
export function checkSignIn({ caller, user }: ChargeCredentials, from: 'wallet' | 'mobile_money'): void {
  const { customerSignIn } = caller;
  if (user !== undefined || customerSignIn === 'never') return;
  if (customerSignIn === 'wallet' && from !== 'wallet') return;
  throw new PaygateError('token_missing', {
    param: headers.authorization,
    detail: 'A user token of POST /auth/web must be sent in Authorization, beside the OTP token in x-otp-token.',
  });
}

/** The phone that the token of a guest names, as otp has sealed it. The token is not verified yet. */
export function sealedPhoneOf(otpToken: string): Sealed | undefined {
  const { phone } = claimsOf(otpToken.split('.')[1] ?? '');
  return typeof phone === 'string' ? (phone as Sealed) : undefined;
}

/** Claims of a token that is not verified yet. */
function claimsOf(payload: string): { readonly sub?: unknown; readonly phone?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))) as object;
  } catch {
    return {};
  }
}
