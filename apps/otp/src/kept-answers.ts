import { Injectable } from '@nestjs/common';
import type { InitOtp, Reply, VerifyOtp } from '@paygate/contracts';
import type { Keep, KeyedRequest } from '@paygate/platform';
import { IdempotencyRecords, Sealer } from '@paygate/platform';
import { Codes } from './codes.js';
import type { OtpAction } from './domain/otp-action.js';

/** The answers under idempotency keys. A body may hold a code, so other bodies are counted, and its digest came sealed. */
@Injectable()
export class KeptAnswers {
  constructor(
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly sealer: Sealer,
    private readonly codes: Codes,
  ) {}

  /** The answer that an earlier command with the same key got, or what `execute` answers and keeps. */
  once<Answer>(
    action: OtpAction,
    command: InitOtp | VerifyOtp,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.records.once(this.#keyed(action, command), execute);
  }

  forget(): Promise<void> {
    return this.records.deleteExpired();
  }

  #keyed(
    action: OtpAction,
    { merchantId, mode, idempotency }: InitOtp | VerifyOtp,
  ): KeyedRequest<OtpAction> | undefined {
    if (idempotency === undefined) return undefined;
    const bodyMac = this.codes.macOfBody(this.sealer.open(idempotency.bodyHash, 'otp.body-hash'));
    return { merchantId, mode, action, keyHash: idempotency.keyHash, bodyMac };
  }
}
