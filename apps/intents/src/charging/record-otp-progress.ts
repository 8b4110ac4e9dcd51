import { Injectable } from '@nestjs/common';
import type { OtpProgress } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { IntentsRepository } from '../intents.repository.js';

/** Records that a code was sent for an intent: it is REQUIRES_ACTION then, until it is charged. */
@Injectable()
export class RecordOtpProgress {
  constructor(private readonly intents: IntentsRepository) {}

  /** Without an inbox: the time of a step says whether it was recorded. */
  record(messages: readonly Received<OtpProgress>[]): Promise<void> {
    return this.intents.recordSteps(
      messages.map(({ payload: { intentId, merchantId, mode, occurredAt, validUntil = null } }) => ({
        ...{ intentId, merchantId, mode, occurredAt, validUntil },
      })),
    );
  }
}
