import { Injectable } from '@nestjs/common';
import type { MemberMailTaken, Mode, NoticeKind, Reply } from '@paygate/contracts';
import { MemberMails } from '../mails/member-mails.js';
import { OpaqueTokenMint } from '../mails/opaque-token-mint.js';
import type { DueNotice } from '../mails/owner-notices.repository.js';
import type { ToldAct } from '../mails/told-acts.js';
import { noticeOf } from '../mails/told-acts.js';
import type { NoticeChannel, NoticeOutcome, NoticeToMember } from './notice.js';

/** The most mails of a kind in a day: 20 payments in each of six hours, and far more than an account has of the others. */
const PAYMENTS_PER_DAY = 120;
const PER_DAY = 20;

type NoticeOfAct = Pick<DueNotice, 'noticeId' | 'actId' | 'email' | 'account' | 'requestId'>;

/** Notices by e-mail, which otp writes and sends. */
@Injectable()
export class EmailNotices implements NoticeChannel {
  readonly name = 'email';
  readonly modes: readonly Mode[] = ['live'];

  constructor(
    private readonly mails: MemberMails,
    private readonly tokens: OpaqueTokenMint,
  ) {}

  perDay(kind: NoticeKind): number {
    return kind === 'payment' ? PAYMENTS_PER_DAY : PER_DAY;
  }

  async send(notice: NoticeToMember): Promise<NoticeOutcome> {
    const { noticeId, kind, mode, email, account, facts, isLastOfDay, requestId, eventId } = notice;
    const token = this.tokens.stopTokenOf(notice);
    const mail = { mailId: noticeId, mail: kind, mode, email, account, facts, isLastOfDay, token };
    return outcomeOf(await this.mails.notify(mail, { requestId, causationId: eventId }));
  }

  /** Sends the mail about an act to an owner. */
  async sendOfAct(act: ToldAct, due: NoticeOfAct): Promise<NoticeOutcome> {
    const mail = noticeOf(act);
    if (mail === undefined) throw new Error(`a notice of ${act.action} was stored`);
    const { noticeId: mailId, actId: causationId, email, account, requestId } = due;
    const { mode, destination, loosened, role, further } = act;
    const wanted = {
      ...{ mailId, mail, mode, email, account },
      ...(destination === undefined ? {} : { destination }),
      ...(loosened === undefined ? {} : { loosened }),
      ...(role === undefined ? {} : { role }),
      ...(further === undefined ? {} : { further }),
    };
    return outcomeOf(await this.mails.notify(wanted, { requestId, causationId }));
  }
}

function outcomeOf(sent: Reply<MemberMailTaken>): NoticeOutcome {
  return sent.ok ? 'taken' : sent.code === 'channel_unsupported' ? 'unsupported' : 'failed';
}
