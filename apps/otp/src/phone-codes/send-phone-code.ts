import { Injectable } from '@nestjs/common';
import type { CodeTerms, Reply, SendPhoneCodeCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import { codeText, noticeText } from '../messages/code-text.js';
import { maskDestination } from '../challenges/destination.js';
import { Scopes } from '../challenges/scopes.js';
import { SendCode } from '../challenges/send-code.js';

/** Sends the code of a registration or a password reset to a phone number. Its challenge has the id that auth gives. */
@Injectable()
export class SendPhoneCode {
  constructor(
    private readonly config: OtpConfig,
    private readonly sealer: Sealer,
    private readonly scopes: Scopes,
    private readonly sendCode: SendCode,
  ) {}

  async send(command: SendPhoneCodeCommand, { id, requestId }: Received<unknown>): Promise<Reply<CodeTerms>> {
    const { claimId, mode, message } = command;
    if (!this.sendCode.offers(mode, 'sms')) return refuse('channel_unsupported');
    const phoneNumber = this.sealer.open(command.phoneNumber, 'phone-code.phone');
    const request = {
      scope: this.scopes.ofPhone(command, this.scopes.phoneSubject(mode, phoneNumber)),
      ...{ challengeId: claimId, payment: null, channel: 'sms' as const },
      ...{ to: message === 'none' ? undefined : phoneNumber, carriesCode: message === 'code' },
      write: (code: string) => ({ text: this.#text(command, code) }),
      ...{ destination: maskDestination('sms', phoneNumber, ''), requestId, causationId: id },
    };
    return this.sendCode.send(request, { keyed: undefined, answerOf: ({ terms }) => terms });
  }

  #text(command: SendPhoneCodeCommand, code: string): string {
    const { message, purpose, merchantName, language = this.config.OTP_LANGUAGE } = command;
    if (message === 'notice') return noticeText(language, merchantName);
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    return codeText(language, { purpose, code, merchantName, payment: null, validMinutes });
  }
}
