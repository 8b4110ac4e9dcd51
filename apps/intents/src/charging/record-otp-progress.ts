import { Injectable } from '@nestjs/common';
import type { OtpProgress } from '@paygate/contracts';
import { otpVerified } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { IntentsRepository } from '../intents.repository.js';

/** Records that a code was sent or verified for an intent: `nextAction` then names the next step. */
@Injectable()
export class RecordOtpProgress {
  constructor(private readonly intents: IntentsRepository) {}

  /** Without an inbox: the time of a step says whether it was recorded. */
  record(messages: readonly Received<OtpProgress>[]): Promise<void> {
    return this.intents.recordSteps(
      messages.map(({ type, payload: { intentId, merchantId, mode, occurredAt, validUntil } }) => ({
        ...{ intentId, merchantId, mode, occurredAt, validUntil: validUntil ?? null },
        nextAction: type === otpVerified.type ? 'charge' : 'verify_otp',
      })),
    );
  }
}
