import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, OtpCaller, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { SourceCaps } from '../../budgets/source-caps.js';
import { OtpConfig } from '../../config.js';
import type { GuestBound } from './guest-metrics.js';
import { GuestMetrics } from './guest-metrics.js';
import type { GuestPhone } from './guest-phones.repository.js';
import { GuestPhonesRepository } from './guest-phones.repository.js';

const TOO_MANY_PHONES =
  'This payment has sent codes to as many phones as it may. Pay with one of them, or with an account.';

/** The bounds on codes of guests by address, payment and merchant. That of a phone is its budget. */
@Injectable()
export class GuestAdmission {
  constructor(
    private readonly config: OtpConfig,
    private readonly caps: SourceCaps,
    private readonly phones: GuestPhonesRepository,
    private readonly metrics: GuestMetrics,
  ) {}

  /** Counts a request of an address, before anything is looked up; the refusal when it is one too many. */
  async ofAddress(caller: OtpCaller): Promise<Refusal | undefined> {
    const refusal = await this.caps.guestRefusal(caller);
    return refusal && this.#refused('address', refusal);
  }

  /** Counts a code that is about to be sent; the refusal when its payment or its merchant has had its share. A refusal counts nothing. */
  async ofCode(tx: DatabaseTransaction, command: InitOtpCommand, phone: GuestPhone): Promise<Refusal | undefined> {
    const { OTP_GUEST_PHONES_PER_INTENT: phones, OTP_GUEST_SENDS_PER_MERCHANT_DAY: codes } = this.config;
    const place = await this.phones.placeOf(tx, phone);
    if (place > phones)
      return this.#refused('phones_per_payment', refuse('guest_not_allowed', { detail: TOO_MANY_PHONES }));
    const retryAfter = await this.phones.countOfDay(tx, command, codes);
    if (retryAfter !== undefined)
      return this.#refused('merchant_day', refuse('rate_limited', { fields: { retryAfter } }));
    await this.phones.take(tx, phone, place);
    return undefined;
  }

  #refused(bound: GuestBound, refusal: Refusal): Refusal {
    this.metrics.refused(bound);
    return refusal;
  }
}
