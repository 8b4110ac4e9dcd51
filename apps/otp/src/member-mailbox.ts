import { Injectable } from '@nestjs/common';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { MessageSender } from './sending/message-sender.js';
import type { SendJob } from './sending/send-job.js';
import { SendsRepository } from './sending/sends.repository.js';

/** A mail, and how long it is worth to be sent. */
export interface OutgoingMail {
  readonly job: SendJob;
  /** Which asks for it: delivered again, it has nothing sent again. */
  readonly askedBy: Received<unknown>;
  readonly validHours: number;
}

const HOUR_MS = 3_600_000;

/** Takes mails that carry no code of otp's own the way that codes go: recorded sealed, handed over at once or later. */
@Injectable()
export class MemberMailbox {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly sends: SendsRepository,
    private readonly sender: MessageSender,
  ) {}

  /** Answers when the mail is recorded, without waiting for the provider that takes it. */
  async post({ job, askedBy, validHours }: OutgoingMail): Promise<void> {
    const expiresAt = new Date((await this.database.now()).getTime() + validHours * HOUR_MS);
    const isNew = await this.unitOfWork.run(async (tx) => {
      if (!(await tx.firstTime([askedBy])).has(askedBy.id)) return false;
      await this.sends.record(tx, job, expiresAt);
      return true;
    });
    if (isNew) this.sender.dispatch(job);
  }
}
