import type { HeaderUse } from '../kernel/operation.js';
import { operationsOf } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { messageLanguage, visitorsIdempotencyKey } from '../kernel/request-headers.js';
import { headers } from '../vocabulary/headers.js';
import { InitOtpRequest, OtpAuthorizationAnswer, SentOtpAnswer, VerifyOtpRequest } from './otp-bodies.js';
import { initOtp, verifyOtp } from './otp-commands.js';

const otpSession: HeaderUse = {
  name: headers.sessionToken,
  required: false,
  description:
    'Binds the code to the payment intent of this session. With it the first code of a payment is sent sooner.',
};

const otpUser: HeaderUse = {
  name: headers.authorization,
  required: false,
  description:
    '`Bearer` and a user token of this user, obtained at this merchant. The codes of a signed-in user are counted separately, so a budget that others have spent does not stop this user.',
};

/** One-time passwords. */
export const otpOperations = operationsOf({
  initOtp: {
    method: 'POST',
    path: '/auth/otp/init',
    summary: 'Send a one-time password',
    description:
      'Sends a code to the phone or e-mail address on file; with `otpId` it sends it again. When the budget of sends or of wrong checks is spent, the answer is 429 `otp_budget_spent` with `Retry-After`. Its `nextStep` is `reauthentication_required` if the request had no user token: with one it may succeed immediately. 429 `rate_limited` means that this address or API key has sent too many requests, for all users together. A guest has no account: with `phoneNumber` and the session token of the payment, the code goes to that phone, and its token pays this payment by mobile money from this phone only. This needs the merchant’s setting `guestPayments` and a payment without `userId`; otherwise the answer is 403 `guest_not_allowed`. At most 3 phones get codes for one payment, and a phone gets 5 codes in 10 minutes, including codes of registrations and password resets. The answer is the same whether or not the phone has an account.',
    key: 'publishable',
    scope: 'otp:write',
    headers: [otpSession, otpUser, messageLanguage, visitorsIdempotencyKey],
    body: InitOtpRequest,
    answer: SentOtpAnswer,
    success: 202,
    replays: true,
    stores: counted('code', 'message', 'idempotency_record'),
    errors: ['session_token_invalid', 'token_invalid', 'token_expired', 'phone_invalid', ...initOtp.refusals],
  },
  verifyOtp: {
    method: 'POST',
    path: '/auth/otp/verify',
    summary: 'Verify a one-time password',
    description:
      'Exchanges the code for a token that authorizes one charge. A code is compared at most five times. If the request names the challenge by `otpId`, or sends the session token of its payment, no other caller can use up its checks or spend its budget. When the budget of wrong checks is spent, the answer is 429 `otp_budget_spent`, with `nextStep` as for sending.',
    key: 'publishable',
    scope: 'otp:write',
    headers: [otpSession, otpUser, visitorsIdempotencyKey],
    body: VerifyOtpRequest,
    answer: OtpAuthorizationAnswer,
    replays: true,
    stores: counted('code', 'idempotency_record'),
    errors: ['session_token_invalid', 'token_invalid', 'token_expired', ...verifyOtp.refusals],
  },
});
