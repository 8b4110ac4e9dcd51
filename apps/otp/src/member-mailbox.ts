import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { MessageComposer } from './sending/message-composer.js';
import { MessageSender } from './sending/message-sender.js';
import type { Message, SendJob } from './sending/send-job.js';
import { SendsRepository } from './sending/sends.repository.js';

/** A mail, and how long it is worth to be sent. */
export interface OutgoingMail extends Pick<SendJob, 'mode'> {
  readonly id: string;
  readonly message: Message;
  readonly validHours: number;
}

const HOUR_MS = 3_600_000;

/** Takes mails that carry no code of otp's own the way that codes go: recorded sealed, handed over at once or later. */
@Injectable()
export class MemberMailbox {
  constructor(
    private readonly database: Database,
    private readonly composer: MessageComposer,
    private readonly sends: SendsRepository,
    private readonly sender: MessageSender,
  ) {}

  /** Answers when the mail is recorded, without waiting for the provider that takes it. */
  async post({ id: challengeId, mode, message, validHours }: OutgoingMail): Promise<void> {
    const job = this.composer.seal({ challengeId, mode, channel: 'email' }, message);
    const expiresAt = new Date((await this.database.now()).getTime() + validHours * HOUR_MS);
    await this.database.transaction((tx) => this.sends.record(tx, job, expiresAt));
    this.sender.dispatch(job);
  }
}
