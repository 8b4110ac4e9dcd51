import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, InitOtpRequest, OtpCaller, OtpCredential, SealedIdempotency } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError, Sealer } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../credentials/caller.js';
import { tokenInvalid } from '../../credentials/tokens/expected-tokens.js';
import { SessionTokens } from '../../credentials/tokens/session-tokens.js';
import { sealedIdempotencyOf } from '../../requests/idempotency.js';
import { given } from '../../requests/given.js';

/** Fields that the commands for one-time passwords have in common. */
type OtpCommand = Pick<InitOtpCommand, 'merchantId' | 'mode' | 'caller' | 'userId' | 'intentionId' | 'otpId'>;
type OtpFields = Pick<InitOtpRequest, 'userId' | 'intentionId' | 'otpId'>;

/** Common parts of the requests for one-time passwords. */
@Injectable()
export class OtpRequests {
  constructor(
    private readonly sealer: Sealer,
    private readonly sessions: SessionTokens,
  ) {}

  /** A session token names its intent: a request may name no other beside it. */
  commandOf(request: FastifyRequest, caller: Caller, fields: OtpFields): OtpCommand {
    const ofSession = this.sessions.sessionOf(request.headers)?.intentId;
    const intentionId = fields.intentionId ?? ofSession;
    if (ofSession !== undefined && intentionId !== ofSession)
      throw new PaygateError('session_token_invalid', {
        detail: 'The session token belongs to another payment intent.',
        param: headers.sessionToken,
      });
    const { merchantId, mode } = caller;
    const { userId, otpId } = fields;
    const shown = { signedIn: isSignedInAs(userId, request), credential: credentialOf(caller, ofSession) };
    const otpCaller = Object.assign(this.anonymousCaller(caller), shown);
    return { ...{ merchantId, mode, caller: otpCaller }, ...given({ userId, intentionId, otpId }) };
  }

  /** The terms of the payment of the session. Of a payment of another merchant, or of the other mode, nothing is said. */
  termsOf(request: FastifyRequest, { merchantId, mode }: Caller): Pick<InitOtpCommand, 'terms'> {
    const payment = this.sessions.sessionOf(request.headers)?.payment;
    if (payment?.merchantId !== merchantId || payment.mode !== mode) return {};
    const { amount, currency, userId, expiresAt } = payment;
    return { terms: { amount, currency, userId, expiresAt } };
  }

  /**
   * The phone of a guest, which stands in the place of a user. Throws `session_token_invalid` without the session of the payment,
   * `guest_not_allowed` where the merchant takes no guests, or asks every customer to sign in.
   */
  guestOf(
    request: FastifyRequest,
    caller: Caller,
    { phoneNumber, operator }: Pick<InitOtpRequest, 'phoneNumber' | 'operator'>,
  ): Pick<InitOtpCommand, 'phoneNumber' | 'operator'> {
    if (phoneNumber === undefined || phoneNumber === null) return {};
    if (!caller.guestPayments || caller.customerSignIn === 'always')
      throw new PaygateError('guest_not_allowed', { detail: 'Customers of this merchant pay with an account.' });
    if (this.sessions.sessionOf(request.headers) === undefined)
      throw new PaygateError('session_token_invalid', {
        detail: 'A guest needs the session token of the payment.',
        param: headers.sessionToken,
      });
    return { phoneNumber: this.sealer.seal('otp', phoneNumber, 'init-otp.phone'), ...given({ operator }) };
  }

  /** The caller of an operation that takes no user token. */
  anonymousCaller(caller: Caller): OtpCaller {
    const { apiKeyId, address } = caller;
    return {
      ...{ apiKeyId, signedIn: false, credential: credentialOf(caller, undefined) },
      ...(address === undefined ? {} : { address: this.sealer.seal('otp', address, 'otp.address') }),
    };
  }

  /** The request's idempotency key. The digest of the body is sealed, because it would confirm a guess at the code. */
  idempotencyOf(request: FastifyRequest): { readonly idempotency: SealedIdempotency } {
    const seal = (bodyHash: string) => this.sealer.seal('otp', bodyHash, 'otp.body-hash');
    return { idempotency: sealedIdempotencyOf(request, seal) };
  }
}

/** Throws `token_invalid` for the token of another user. A guest is signed in as nobody. */
function isSignedInAs(userId: string | null | undefined, { user }: FastifyRequest): boolean {
  if (user === undefined || userId === undefined || userId === null) return false;
  if (user.userId === userId) return true;
  throw tokenInvalid('user');
}

function credentialOf({ type }: Caller, session: string | undefined): OtpCredential {
  if (type !== 'publishable') return 'secret';
  return session === undefined ? 'publishable' : 'session';
}
