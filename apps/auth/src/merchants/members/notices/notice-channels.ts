import { Injectable } from '@nestjs/common';
import type { DueNotice } from '../mails/owner-notices.repository.js';
import { EmailNotices } from './email-notices.js';
import type { NoticeChannel, NoticeOutcome } from './notice.js';
import { PushNotices } from '../push/push-notices.js';

/** The channels of notices. `NoticeChannel` says how one joins. */
@Injectable()
export class NoticeChannels {
  readonly all: readonly NoticeChannel[];

  constructor(
    private readonly email: EmailNotices,
    push: PushNotices,
  ) {
    this.all = [email, push];
  }

  /** Sends a notice. One of a channel that this version lacks waits for another one. */
  async send({ noticeId, member, notice, act, ...due }: DueNotice): Promise<NoticeOutcome> {
    if (act !== undefined) return this.email.sendOfAct(act, { noticeId, ...due });
    const channel = this.all.find(({ name }) => name === due.channel);
    if (channel === undefined || notice === undefined || member === undefined) return 'failed';
    const { actId: eventId, requestId, personId, email, account } = due;
    return channel.send({ ...notice, ...member, noticeId, eventId, requestId, personId, email, account });
  }
}
