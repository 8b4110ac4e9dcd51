import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Language, MemberMailTaken, Mode, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { JobScheduler, uuidV7 } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import type { MemberMailFacts } from '../texts/mail-facts.js';
import { memberMailText } from '../texts/member-mail-text.js';
import { MessageSender } from '../sending/message-sender.js';
import { NOBODY } from '../sending/send-job.js';
import { TakenMailsRepository } from './taken-mails.repository.js';

export interface MemberMailRequest extends MemberMailFacts {
  readonly mailId: string;
  readonly email: string;
  readonly language: Language | undefined;
}

const RETENTION_SECONDS = 600;

/**
 * Sends an e-mail to a member, once for its id, without waiting for the provider. For an unknown address it takes the same steps
 * and sends nothing.
 */
@Injectable()
export class SendMemberMail implements OnApplicationBootstrap {
  constructor(
    private readonly config: OtpConfig,
    private readonly sender: MessageSender,
    private readonly taken: TakenMailsRepository,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    const { taken } = this;
    this.scheduler.repeat({ name: 'taken-mails', everySeconds: RETENTION_SECONDS, work: () => taken.deleteExpired() });
  }

  async send({ mailId, email, language, ...facts }: MemberMailRequest): Promise<Reply<MemberMailTaken>> {
    const mode = this.#mode();
    if (mode === undefined) return refuse('channel_unsupported');
    const text = memberMailText(language ?? this.config.OTP_LANGUAGE, {
      ...facts,
      dashboardUrl: this.config.DASHBOARD_URL,
    });
    const message = { to: facts.mail === 'none' ? NOBODY : email, ...text };
    const route = { id: uuidV7(), challengeId: mailId, mode, channel: 'email' } as const;
    const job = this.sender.jobOf(route, message);
    if (await this.taken.record(mailId, job, facts.validHours)) this.sender.dispatch(job);
    return accept({ mailId });
  }

  /** Members are of both modes: their mail goes to people, and into the inbox where no provider takes mail to people. */
  #mode(): Mode | undefined {
    return (['live', 'test'] as const).find((mode) => this.sender.offers(mode, 'email'));
  }
}
