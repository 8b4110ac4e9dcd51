import { Injectable } from '@nestjs/common';
import { RowSealer } from '@paygate/platform';
import { OtpConfig } from './config.js';

/** Seals private keys, and messages that wait to be sent, for their rows. */
@Injectable()
export class Vault extends RowSealer<'signing_key.private' | 'otp_send.message'> {
  constructor(config: OtpConfig) {
    super('otp', config.OTP_DATA_KEYS);
  }
}
