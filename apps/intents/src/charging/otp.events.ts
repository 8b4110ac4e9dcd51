import { Controller } from '@nestjs/common';
import type { OtpProgress } from '@paygate/contracts';
import { otpSent, otpVerified } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { RecordOtpProgress } from './record-otp-progress.js';

/** Progress of the one-time passwords of intents. */
@Controller()
export class OtpEvents {
  constructor(private readonly recordOtpProgress: RecordOtpProgress) {}

  @HandleEventBatch(otpSent, otpVerified)
  progress(batch: readonly Received<OtpProgress>[]): Promise<void> {
    return this.recordOtpProgress.record(batch);
  }
}
