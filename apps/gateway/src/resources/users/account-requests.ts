import { Injectable } from '@nestjs/common';
import type { Language, Mode, OtpCaller, Sealed, SealedIdempotency } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage } from '../../edge/accept-language.js';
import type { KeyNeeds } from '../../credentials/api-keys.js';
import { ApiKeys } from '../../credentials/api-keys.js';
import type { Caller } from '../../credentials/caller.js';
import { customerAddress } from '../../credentials/customer-address.js';
import { Proxies } from '../../edge/listener/proxies.js';
import { sealedIdempotencyOf } from '../../edge/idempotency.js';
import { given } from '../../json/given.js';
import { OtpRequests } from '../otp/otp-requests.js';

/** What every command about an account says. */
export interface AccountAsker {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly caller: OtpCaller;
  readonly idempotency?: SealedIdempotency;
}

/** What requests of those who register, or have forgotten a password, have in common. */
@Injectable()
export class AccountRequests {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly codeRequests: OtpRequests,
    private readonly sealer: Sealer,
    private readonly proxies: Proxies,
  ) {}

  authenticate(request: FastifyRequest, needs: KeyNeeds): Caller {
    return this.apiKeys.authenticate(request, needs);
  }

  /** Who asks, and under which idempotency key. The digest of a body that holds a password or a code is a secret like these. */
  askerOf(request: FastifyRequest, caller: Caller): AccountAsker {
    const { merchantId, mode } = caller;
    const seal = (bodyHash: string) => this.sealer.seal('auth', bodyHash, 'account.body-hash');
    return {
      ...{ merchantId, mode, caller: this.codeRequests.strangerOf(request, caller) },
      ...given({ idempotency: sealedIdempotencyOf(request, seal) }),
    };
  }

  /** Where somebody is who brings a new password. A merchant's server asks for many customers: its address says nothing of any. */
  addressOf(request: FastifyRequest, caller: Caller): { readonly address?: Sealed } {
    const address = customerAddress(this.proxies, request, caller);
    return address === undefined ? {} : { address: this.sealer.seal('auth', address, 'account.address') };
  }

  /** How the message is written that carries a code. */
  messageOf(request: FastifyRequest, { merchantName }: Caller): { merchantName: string; language?: Language } {
    return { merchantName, ...given({ language: acceptedLanguage(request.headers['accept-language']) }) };
  }
}
