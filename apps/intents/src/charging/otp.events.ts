import { Controller } from '@nestjs/common';
import type { OtpProgress } from '@paygate/contracts';
import { otpSent } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { RecordOtpProgress } from './record-otp-progress.js';

/** The one-time passwords of intents. */
@Controller()
export class OtpEvents {
  constructor(private readonly recordOtpProgress: RecordOtpProgress) {}

  @HandleEventBatch(otpSent)
  sent(batch: readonly Received<OtpProgress>[]): Promise<void> {
    return this.recordOtpProgress.record(batch);
  }
}
