import { Injectable } from '@nestjs/common';
import type { InitOtp, InitOtpRequest, OtpCaller, OtpCredential, SealedIdempotency } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError, Sealer } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../credentials/caller.js';
import { customerAddress } from '../../credentials/customer-address.js';
import { isSignedInAs } from '../../credentials/tokens/otp-user.guards.js';
import { SessionTokens } from '../../credentials/tokens/session-tokens.js';
import type { MaybeSignedIn } from '../../credentials/tokens/user-token.guard.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { sealedIdempotencyOf } from '../../edge/idempotency.js';
import { given } from '../../json/given.js';

/** What every command for a one-time password says. A session names its payment, and no other may be named beside it. */
type OtpAsk = Pick<InitOtp, 'merchantId' | 'mode' | 'caller' | 'userId' | 'intentionId' | 'otpId'>;

/** What the requests for one-time passwords have in common: who asks, and for which payment. */
@Injectable()
export class OtpRequests {
  constructor(
    private readonly sealer: Sealer,
    private readonly sessions: SessionTokens,
    private readonly proxies: Proxies,
  ) {}

  /** Who asks, what that caller shows, and for which payment and challenge. */
  askOf(
    request: MaybeSignedIn,
    caller: Caller,
    fields: Pick<InitOtpRequest, 'userId' | 'intentionId' | 'otpId'>,
  ): OtpAsk {
    const ofSession = this.sessions.sessionOf(request.headers);
    const intentionId = fields.intentionId ?? ofSession;
    if (ofSession !== undefined && intentionId !== ofSession)
      throw new PaygateError('session_token_invalid', {
        detail: 'The session token belongs to another payment intent.',
        param: headers.sessionToken,
      });
    const { merchantId, mode } = caller;
    const signedIn = isSignedInAs(fields.userId, caller, request.user);
    const shown = { signedIn, credential: credentialOf(caller, ofSession) };
    const asker = Object.assign(this.strangerOf(request, caller), shown);
    return { merchantId, mode, caller: asker, userId: fields.userId, ...given({ intentionId, otpId: fields.otpId }) };
  }

  /** Who asks where nobody can be signed in. A merchant's server asks for many customers: its address says nothing of any. */
  strangerOf(request: FastifyRequest, caller: Caller): OtpCaller {
    const address = customerAddress(this.proxies, request, caller);
    return {
      ...{ apiKeyId: caller.apiKeyId, signedIn: false, credential: credentialOf(caller, undefined) },
      ...(address === undefined ? {} : { address: this.sealer.seal('otp', address, 'otp.address') }),
    };
  }

  /** The request's idempotency key. The digest of a body that may hold a code is a secret like the code. */
  idempotencyOf(request: FastifyRequest): { readonly idempotency?: SealedIdempotency } {
    const seal = (bodyHash: string) => this.sealer.seal('otp', bodyHash, 'otp.body-hash');
    return given({ idempotency: sealedIdempotencyOf(request, seal) });
  }
}

function credentialOf({ type }: Caller, session: string | undefined): OtpCredential {
  if (type !== 'publishable') return 'secret';
  return session === undefined ? 'publishable' : 'session';
}
