import { Injectable } from '@nestjs/common';
import type { CodeTerms, Reply, SendPhoneCodeCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { TypedNumbers } from '../budgets/typed-numbers.js';
import { OtpConfig } from '../../config.js';
import { codeText, noticeText } from '../../messages/texts/code-text.js';
import { maskDestination } from '../../contacts/destination.js';
import { Scopes } from '../challenges/scopes.js';
import { SendCode } from '../challenges/send-code.js';

/** The command with the phone number in the clear. */
type OpenedCommand = Omit<SendPhoneCodeCommand, 'phoneNumber'> & { readonly phoneNumber: string };

/** Sends the code of a registration or a password reset to a phone number. Its challenge has the id that auth gives. */
@Injectable()
export class SendPhoneCode {
  constructor(
    private readonly config: OtpConfig,
    private readonly typedNumbers: TypedNumbers,
    private readonly scopes: Scopes,
    private readonly sendCode: SendCode,
  ) {}

  async send(command: OpenedCommand, { id, requestId }: Received<unknown>): Promise<Reply<CodeTerms>> {
    const { claimId, purpose, merchantId, mode, message, phoneNumber } = command;
    if (!this.sendCode.offers(mode, 'sms')) return refuse('channel_unsupported');
    const tooMany = await this.typedNumbers.ofAddress(command.caller);
    if (tooMany !== undefined) return tooMany;
    const notListed = this.typedNumbers.ofNumber(phoneNumber);
    if (notListed !== undefined && purpose === 'registration') return notListed;
    // a reset for a number off the list takes the steps of an unknown one
    const isSent = message !== 'none' && notListed === undefined;
    const request = {
      scope: this.scopes.ofPhone(command, this.scopes.phoneSubject(mode, phoneNumber)),
      ...{ challengeId: claimId, payment: null, channel: 'sms' as const },
      ...{ to: isSent ? phoneNumber : undefined, carriesCode: message === 'code' },
      write: (code: string) => ({ text: this.#text(command, code) }),
      ...{ destination: maskDestination('sms', phoneNumber, ''), requestId, causationId: id },
      admit: (tx: Transaction) => this.typedNumbers.ofDay(tx, { merchantId, mode, purpose, isSent }),
    };
    return this.sendCode.send(request, { keyed: undefined, answerOf: ({ terms }) => terms });
  }

  #text(command: OpenedCommand, code: string): string {
    const { message, purpose, merchantName, language = this.config.OTP_LANGUAGE } = command;
    if (message === 'notice') return noticeText(language, merchantName);
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    return codeText(language, { purpose, code, merchantName, payment: null, validMinutes });
  }
}
