import { Injectable } from '@nestjs/common';
import type { CodeTerms, Reply, SendPhoneCode as Command } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { AddressNames } from '../address-names.js';
import { PhoneCodeRequests } from '../phone-code-requests.js';
import { MessageSender } from '../sending/message-sender.js';
import { RecordPhoneCode } from './record-phone-code.js';

/** Sends the code of a claim to a phone, and answers without waiting for the provider that takes it. */
@Injectable()
export class SendPhoneCode {
  constructor(
    private readonly requests: PhoneCodeRequests,
    private readonly addresses: AddressNames,
    private readonly recording: RecordPhoneCode,
    private readonly sender: MessageSender,
  ) {}

  async execute(command: Command, message: Received<Command>): Promise<Reply<CodeTerms>> {
    const request = await this.requests.of(command);
    if (!request.ok) return request;
    const address = this.addresses.of(command.caller);
    const { reply, job } = await this.recording.execute({ ...request.data, address }, message);
    if (job !== undefined) this.sender.dispatch(job);
    return reply;
  }
}
