import { Injectable } from '@nestjs/common';
import { RowSealer } from '@paygate/platform';
import { OtpConfig } from './config.js';

/** Seals private keys, messages that wait to be sent, and answers that are kept, for their rows. */
@Injectable()
export class Vault extends RowSealer<'signing_key.private' | 'otp_send.message' | 'otp_answer.answer'> {
  constructor(config: OtpConfig) {
    super('otp', config.OTP_DATA_KEYS);
  }
}
