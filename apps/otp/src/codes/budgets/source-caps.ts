import { Injectable } from '@nestjs/common';
import type { OtpCaller, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { CappedSource } from '@paygate/platform';
import { SourceUsesRepository } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import { CallerAddresses } from './caller-addresses.js';

/** A request for a code, or a check of one. */
export type CodeAction = 'init' | 'verify';
/** The same, or an ask of a phone. */
export type OtpAction = CodeAction | 'ask';

/** Limits of the requests of one address and one API key, for all users together, counted before any look-up. */
@Injectable()
export class SourceCaps {
  constructor(
    private readonly config: OtpConfig,
    private readonly addresses: CallerAddresses,
    private readonly sources: SourceUsesRepository<OtpAction>,
  ) {}

  /**
   * Counts a request; the refusal when its address or its key is over its limit. A request over the limit of its address is
   * not counted for the key: a publishable key is public, and one address could stop all customers of a merchant.
   */
  async refusal(action: CodeAction, caller: OtpCaller): Promise<Refusal | undefined> {
    const [first, second] = this.#sources(action, caller).filter(({ limit }) => limit > 0);
    if (first === undefined) return undefined;
    const retryAfter = await this.sources.count(action, [first, second]);
    return retryAfter === undefined ? undefined : refuse('rate_limited', { fields: { retryAfter } });
  }

  /** Counts a request for a code to a typed number; the refusal when its address is over the limit for these. */
  async typedNumberRefusal(caller: OtpCaller): Promise<Refusal | undefined> {
    const address = this.addresses.of(caller);
    const limit = this.config.OTP_PHONE_SENDS_PER_ADDRESS;
    if (address === null || limit === 0) return undefined;
    const retryAfter = await this.sources.count('init', [{ source: `phone:${address}`, limit }]);
    return retryAfter === undefined ? undefined : refuse('rate_limited', { fields: { retryAfter } });
  }

  #sources(action: CodeAction, caller: OtpCaller): CappedSource[] {
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
