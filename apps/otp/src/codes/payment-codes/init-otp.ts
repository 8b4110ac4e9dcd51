import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, OtpInitiated, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import { IdempotencyRecords } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import type { CodeRequest } from '../challenges/code-request.js';
import { otpInitiated } from '../challenges/otp-answers.js';
import { isOfUser } from '../challenges/scopes.js';
import { SendCode } from '../challenges/send-code.js';
import { GuestCodeRequests } from './guests/guest-code-requests.js';
import { PaymentCodeRequests } from './payment-code-requests.js';

/** Sends a code for a payment to the phone or e-mail address on file, or to the phone of a guest. */
@Injectable()
export class InitOtp {
  constructor(
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly requests: PaymentCodeRequests,
    private readonly guests: GuestCodeRequests,
    private readonly sendCode: SendCode,
  ) {}

  async init(
    command: InitOtpCommand,
    message: Received<InitOtpCommand>,
    keyed: KeyedRequest<OtpAction> | undefined,
  ): Promise<Reply<OtpInitiated>> {
    const request = await this.#request(command, message);
    // what has become of the payment since does not change the answer that the key got before
    if (!request.ok) return (await this.records.earlier<OtpInitiated>(keyed)) ?? request;
    return this.sendCode.send(request.data, { keyed, answerOf: (sent) => otpInitiated(sent, command) });
  }

  #request(command: InitOtpCommand, message: Received<InitOtpCommand>): Promise<Reply<CodeRequest>> {
    if (!this.sendCode.offersOfPayment(command.mode, command.channel))
      return Promise.resolve(refuse('channel_unsupported', { param: 'channel' }));
    return isOfUser(command) ? this.requests.of(command, message) : this.guests.of(command, message);
  }
}
