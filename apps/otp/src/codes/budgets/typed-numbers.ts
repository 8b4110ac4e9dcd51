import { Injectable } from '@nestjs/common';
import type { OtpCaller, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { OtpConfig } from '../../config.js';
import type { CodePurpose } from './budget-scope.js';
import type { MerchantInMode } from './merchant-days.repository.js';
import { MerchantDaysRepository } from './merchant-days.repository.js';
import { SourceCaps } from './source-caps.js';
import type { TypedNumberBound } from './typed-number-metrics.js';
import { TypedNumberMetrics } from './typed-number-metrics.js';

/** A code that is about to be sent. */
export interface TypedNumberCode extends MerchantInMode {
  readonly purpose: CodePurpose;
  /** False for a request that looks the same and sends nothing. */
  readonly isSent: boolean;
}

/**
 * The one rule for codes to a number that somebody typed: of a guest, a registration or a password reset. Each costs an SMS, whoever
 * has the number, so the number begins with a prefix of the configuration, and address and merchant have a bound. That of the phone
 * is its budget.
 */
@Injectable()
export class TypedNumbers {
  constructor(
    private readonly config: OtpConfig,
    private readonly caps: SourceCaps,
    private readonly days: MerchantDaysRepository,
    private readonly metrics: TypedNumberMetrics,
  ) {}

  /** Counts a request of an address, before anything is looked up; the refusal when it is one too many. */
  async ofAddress(caller: OtpCaller): Promise<Refusal | undefined> {
    const refusal = await this.caps.typedNumberRefusal(caller);
    return refusal && this.refused('address', refusal);
  }

  /** The refusal of a number that gets no codes, whoever has it. */
  ofNumber(phoneNumber: string): Refusal | undefined {
    const { OTP_PHONE_PREFIXES: prefixes } = this.config;
    if (prefixes.some((prefix) => phoneNumber.startsWith(prefix))) return undefined;
    const detail = `Codes are sent only to numbers that begin with ${prefixes.join(' or ')}.`;
    return this.refused('prefix', refuse('phone_invalid', { param: 'phoneNumber', detail }));
  }

  /** Counts a code that is about to be sent; the refusal when its merchant has had its share of the day. A refusal counts nothing. */
  async ofDay(tx: Transaction, { purpose, isSent, ...merchant }: TypedNumberCode): Promise<Refusal | undefined> {
    const retryAfter = await this.days.count(tx, merchant, this.config.OTP_PHONE_SENDS_PER_MERCHANT_DAY);
    if (retryAfter !== undefined)
      return this.refused('merchant_day', refuse('rate_limited', { fields: { retryAfter } }));
    if (isSent)
      tx.afterCommit(() => {
        this.metrics.counted(merchant.mode, purpose, 'sent');
      });
    return undefined;
  }

  refused(bound: TypedNumberBound, refusal: Refusal): Refusal {
    this.metrics.refused(bound);
    return refusal;
  }
}
