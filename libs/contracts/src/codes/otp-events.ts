import { IsOptional } from 'class-validator';
import { defineEvent } from '../kernel/message.js';
import { eventStreams } from '../kernel/streams.js';
import { IsId, IsMode, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';

/** A code was sent for an intent. There is no event for a code without an intent. */
export class OtpProgress {
  @IsId('otpChallenge') otpId!: string;
  @IsId('intent') intentId!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsTimestamp() occurredAt!: string;
  /** The time until which the code, or the token that it gives, can be used. Absent in a message of otp from before the field. */
  @IsOptional() @IsTimestamp() validUntil?: string;
}

export const otpSent = defineEvent({
  type: 'otp.sent',
  stream: eventStreams.otp,
  payload: OtpProgress,
  key: (payload) => payload.intentId,
});
