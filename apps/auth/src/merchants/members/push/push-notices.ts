import { Injectable } from '@nestjs/common';
import type { Mode, NoticeKind } from '@paygate/contracts';
import type { NoticeChannel, NoticeOutcome, NoticeToMember } from '../notices/notice.js';
import { PushMessagesRepository } from './push-messages.repository.js';
import { payloadOf } from './push-payload.js';
import { PushSending } from './push-sending.js';
import { Vapid } from './vapid.js';

/** The most notices of a kind in a day: a browser costs nothing, and a counter has many payments. */
const PAYMENTS_PER_DAY = 500;
const PER_DAY = 50;

/** Notices in the browsers of a person. */
@Injectable()
export class PushNotices implements NoticeChannel {
  readonly name = 'push';
  /** Those of test mode let a developer try it; they say so. */
  readonly modes: readonly Mode[] = ['live', 'test'];

  constructor(
    private readonly messages: PushMessagesRepository,
    private readonly sending: PushSending,
    private readonly vapid: Vapid,
  ) {}

  perDay(kind: NoticeKind): number {
    return kind === 'payment' ? PAYMENTS_PER_DAY : PER_DAY;
  }

  /** A notice is taken when it is stored for each browser; somebody without one has nothing to wait for. */
  async send(notice: NoticeToMember): Promise<NoticeOutcome> {
    if (this.vapid.publicKey === null) return 'unsupported';
    const { noticeId, personId, memberId, requestId } = notice;
    await this.messages.add({ noticeId, personId, memberId, requestId, payload: payloadOf(notice) });
    this.sending.wake();
    return 'taken';
  }
}
