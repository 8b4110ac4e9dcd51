import { Injectable } from '@nestjs/common';
import type { OtpCaller, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { CappedSource } from '@paygate/platform';
import { SourceUsesRepository } from '@paygate/platform';
import { AddressNames } from './address-names.js';
import { OtpConfig } from './config.js';
import type { OtpAction } from './domain/otp-action.js';

/** How often one address and one API key may ask, whatever for: counted before anything is looked up. */
@Injectable()
export class SourceCaps {
  constructor(
    private readonly config: OtpConfig,
    private readonly addresses: AddressNames,
    private readonly sources: SourceUsesRepository<OtpAction>,
  ) {}

  /**
   * Counts a request; the refusal when its address or its key has asked too often. What is refused for its address does not
   * count for the key: a publishable one is public, and one address could stop all of a merchant's customers.
   */
  async refusal(action: OtpAction, caller: OtpCaller): Promise<Refusal | undefined> {
    const [first, second] = this.#sources(action, caller).filter(({ limit }) => limit > 0);
    if (first === undefined) return undefined;
    const retryAfter = await this.sources.count(action, [first, second]);
    return retryAfter === undefined ? undefined : refuse('rate_limited', { fields: { retryAfter } });
  }

  #sources(action: OtpAction, caller: OtpCaller): CappedSource[] {
    const { config } = this;
    const [perKey, perAddress] =
      action === 'init'
        ? [config.OTP_SENDS_PER_KEY, config.OTP_SENDS_PER_ADDRESS]
        : [config.OTP_CHECKS_PER_KEY, config.OTP_CHECKS_PER_ADDRESS];
    const key = { source: caller.apiKeyId, limit: perKey };
    const address = this.addresses.of(caller);
    return address === null ? [key] : [{ source: address, limit: perAddress }, key];
  }
}
