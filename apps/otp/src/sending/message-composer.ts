import { Injectable } from '@nestjs/common';
import type { Language, Mode, OtpChannel } from '@paygate/contracts';
import { uuidV7 } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import type { MessageFacts } from '../domain/message-text.js';
import { messageSubject, messageText } from '../domain/message-text.js';
import { Vault } from '../vault.js';
import type { Message, SendJob } from './send-job.js';

/** Where a message goes, in which language, and which challenge's code it carries. */
export interface Addressing {
  readonly challengeId: string;
  readonly mode: Mode;
  readonly channel: OtpChannel;
  readonly to: string;
  /** The language of the configuration when nobody knows the reader's. */
  readonly language: Language | undefined;
}

/** Writes messages and seals them: between composing and handing over, a code is in the clear nowhere. */
@Injectable()
export class MessageComposer {
  constructor(
    private readonly config: OtpConfig,
    private readonly vault: Vault,
  ) {}

  compose({ to, language: known, ...addressing }: Addressing, facts: Omit<MessageFacts, 'validMinutes'>): SendJob {
    const language = known ?? this.config.OTP_LANGUAGE;
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    const text = messageText(language, { ...facts, validMinutes });
    const subject = addressing.channel === 'email' ? { subject: messageSubject(language) } : {};
    return this.seal(addressing, { to, text, ...subject });
  }

  seal(route: Omit<Addressing, 'to' | 'language'>, message: Message): SendJob {
    const id = uuidV7();
    return {
      ...route,
      id,
      attempt: 1,
      sealedMessage: this.vault.seal(JSON.stringify(message), 'otp_send.message', id),
    };
  }

  open({ id, sealedMessage }: SendJob): Message {
    return JSON.parse(this.vault.open(sealedMessage, 'otp_send.message', id)) as Message;
  }
}
