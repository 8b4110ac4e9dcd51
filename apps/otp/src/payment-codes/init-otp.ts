import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, OtpInitiated, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { otpInitiated } from '../challenges/otp-answers.js';
import { PaymentCodeRequests } from './payment-code-requests.js';
import { SendCode } from '../challenges/send-code.js';

/** Sends a code for a payment to the phone or e-mail address on file. */
@Injectable()
export class InitOtp {
  constructor(
    private readonly requests: PaymentCodeRequests,
    private readonly sendCode: SendCode,
  ) {}

  async init(
    command: InitOtpCommand,
    message: Received<InitOtpCommand>,
    keep: Keep<OtpInitiated>,
  ): Promise<Reply<OtpInitiated>> {
    if (!this.sendCode.offers(command.mode, command.channel))
      return refuse('channel_unsupported', { param: 'channel' });
    const request = await this.requests.of(command, message);
    if (!request.ok) return request;
    const sent = await this.sendCode.send(request.data, (tx, code) => keep(tx, otpInitiated(code, command)));
    return sent.ok ? accept(otpInitiated(sent.data, command)) : sent;
  }
}
