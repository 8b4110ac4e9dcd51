import { Injectable } from '@nestjs/common';
import { RowSealer } from '@paygate/platform';
import { OtpConfig } from './config.js';

/** Seals private keys, messages that wait to be sent or are kept in a test inbox, stored answers and phones of guests, each for its row. */
@Injectable()
export class DataSealer extends RowSealer<
  'signing_key.private' | 'otp_send.message' | 'idempotency_record.answer' | 'otp_guest_phone.phone'
> {
  constructor(config: OtpConfig) {
    super('otp', config.OTP_DATA_KEYS);
  }
}
