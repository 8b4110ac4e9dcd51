import { Injectable } from '@nestjs/common';
import { Codes } from './codes.js';
import { OtpConfig } from './config.js';
import { noticeText, phoneCodeText } from './domain/phone-message-text.js';
import type { OutgoingCode } from './outgoing-codes.js';
import type { PhoneCodeRequest } from './phone-code-requests.js';
import { MessageComposer } from './sending/message-composer.js';
import { NOBODY } from './sending/send-job.js';

/** Makes the codes of claims together with the messages that carry them. */
@Injectable()
export class OutgoingPhoneCodes {
  constructor(
    private readonly config: OtpConfig,
    private readonly codes: Codes,
    private readonly composer: MessageComposer,
  ) {}

  /** Does the same work where no code is sent, and then makes a hash that no code has. */
  make({ command, phoneNumber }: PhoneCodeRequest): OutgoingCode {
    const { claimId: challengeId, mode, message } = command;
    const to = message === 'none' ? NOBODY : phoneNumber;
    const code = this.codes.mint();
    const job = this.composer.seal({ challengeId, mode, channel: 'sms' }, { to, text: this.#text(command, code) });
    const codeHash = this.codes.hashOf(challengeId, code);
    return { codeHash: message === 'code' ? codeHash : this.codes.hashOfNoCode(), job };
  }

  #text({ message, purpose, merchantName, language = this.config.OTP_LANGUAGE }: Command, code: string): string {
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    return message === 'notice'
      ? noticeText(language, merchantName)
      : phoneCodeText(language, { purpose, code, merchantName, validMinutes });
  }
}

type Command = PhoneCodeRequest['command'];
