import { Injectable } from '@nestjs/common';
import type { Language, Mode, OtpCaller, SealedIdempotency } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../credentials/caller.js';
import { acceptedLanguage } from '../../edge/headers/accept-language.js';
import { sealedIdempotencyOf } from '../../requests/idempotency.js';
import { given } from '../../requests/given.js';
import { OtpRequests } from '../codes/otp-requests.js';

/** Fields that every command about an account has. */
export interface AccountCommand {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly caller: OtpCaller;
  readonly idempotency: SealedIdempotency;
}

/** Common parts of the requests of registration and of forgotten passwords. */
@Injectable()
export class AccountRequests {
  constructor(
    private readonly otpRequests: OtpRequests,
    private readonly sealer: Sealer,
  ) {}

  /** The digest of the body is sealed, because it would confirm a guess at the password or the code. */
  commandOf(request: FastifyRequest, caller: Caller): AccountCommand {
    const { merchantId, mode } = caller;
    const seal = (bodyHash: string) => this.sealer.seal('auth', bodyHash, 'account.body-hash');
    return {
      ...{ merchantId, mode, caller: this.otpRequests.anonymousCaller(caller) },
      idempotency: sealedIdempotencyOf(request, seal),
    };
  }

  /** The language and the merchant's name in the message that carries a code, and the payment at whose page it is asked for. */
  messageOf(
    { headers, checkout }: FastifyRequest,
    { merchantName }: Caller,
  ): { merchantName: string; language?: Language; ofPayment?: string } {
    const language = acceptedLanguage(headers['accept-language']);
    return { merchantName, ...given({ language, ofPayment: checkout?.countedFor }) };
  }
}
