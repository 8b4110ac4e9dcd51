import { Injectable } from '@nestjs/common';
import type { InitOtp as InitOtpCommand, OtpInitiated, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { keepNothing } from '@paygate/platform';
import { CodeRequests } from '../code-requests.js';
import { MessageProviders } from '../sending/message-providers.js';
import { MessageSender } from '../sending/message-sender.js';
import { SendCode } from './send-code.js';

/** Sends a code to the phone or e-mail address on file, and answers without waiting for the provider that takes it. */
@Injectable()
export class InitOtp {
  constructor(
    private readonly providers: MessageProviders,
    private readonly requests: CodeRequests,
    private readonly sendCode: SendCode,
    private readonly sender: MessageSender,
  ) {}

  async execute(
    command: InitOtpCommand,
    message: Received<InitOtpCommand>,
    keep: Keep<OtpInitiated> = keepNothing,
  ): Promise<Reply<OtpInitiated>> {
    if (!this.providers.offers(command.mode, command.channel))
      return refuse('channel_unsupported', { param: 'channel' });
    const request = await this.requests.of(command, message);
    if (!request.ok) return request;
    const { reply, job } = await this.sendCode.execute(request.data, keep);
    if (job !== undefined) this.sender.dispatch(job);
    return reply;
  }
}
