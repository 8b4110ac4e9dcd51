import { Injectable } from '@nestjs/common';
import type { Reply, SendPhoneCode } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import { Codes } from './codes.js';
import type { PhoneClaim } from './phone-codes.repository.js';
import { MessageProviders } from './sending/message-providers.js';
import { SourceCaps } from './source-caps.js';

/** The wish for a code, opened. */
export interface PhoneCodeRequest {
  readonly command: SendPhoneCode;
  readonly claim: PhoneClaim;
  readonly phoneNumber: string;
}

/** Takes in the wishes of those who may ask for a code now, if messages of their kind can be sent at all. */
@Injectable()
export class PhoneCodeRequests {
  constructor(
    private readonly caps: SourceCaps,
    private readonly providers: MessageProviders,
    private readonly sealer: Sealer,
    private readonly codes: Codes,
  ) {}

  async of(command: SendPhoneCode): Promise<Reply<PhoneCodeRequest>> {
    const { claimId, purpose, merchantId, mode } = command;
    const tooMany = await this.caps.refusal('init', command.caller);
    if (tooMany !== undefined) return tooMany;
    if (!this.providers.offers(mode, 'sms')) return refuse('channel_unsupported');
    const phoneNumber = this.sealer.open(command.phoneNumber, 'phone-code.phone');
    const phoneMac = this.codes.macOfPhone(mode, phoneNumber);
    return accept({ command, phoneNumber, claim: { claimId, purpose, merchantId, mode, phoneMac } });
  }
}
