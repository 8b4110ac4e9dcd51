import { Injectable } from '@nestjs/common';
import type { Language, MemberMailTaken, Mode, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { OtpConfig } from '../config.js';
import type { MemberMailFacts } from '../domain/member-mail-text.js';
import { memberMailText } from '../domain/member-mail-text.js';
import { MemberMailbox } from '../member-mailbox.js';
import { MessageComposer } from '../sending/message-composer.js';
import { MessageProviders } from '../sending/message-providers.js';
import { NOBODY } from '../sending/send-job.js';

export interface WantedMail extends MemberMailFacts {
  readonly mailId: string;
  readonly email: string;
  readonly language: Language | undefined;
}

/** Sends an e-mail to a member. To an address that is nobody's all is done but the sending. */
@Injectable()
export class SendMemberMail {
  constructor(
    private readonly config: OtpConfig,
    private readonly providers: MessageProviders,
    private readonly composer: MessageComposer,
    private readonly mailbox: MemberMailbox,
  ) {}

  async execute(
    { mailId, email, language, ...facts }: WantedMail,
    askedBy: Received<unknown>,
  ): Promise<Reply<MemberMailTaken>> {
    const mode = this.#mode();
    if (mode === undefined) return refuse('channel_unsupported');
    const written = memberMailText(language ?? this.config.OTP_LANGUAGE, facts);
    const message = { to: facts.mail === 'none' ? NOBODY : email, ...written };
    const job = this.composer.seal({ challengeId: mailId, mode, channel: 'email' }, message);
    await this.mailbox.post({ job, askedBy, validHours: facts.validHours });
    return accept({ mailId });
  }

  /** Members are of both modes: their mail goes to people, and into the inbox where no provider takes mail to people. */
  #mode(): Mode | undefined {
    return (['live', 'test'] as const).find((mode) => this.providers.offers(mode, 'email'));
  }
}
