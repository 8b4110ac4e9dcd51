import { Injectable } from '@nestjs/common';
import type { CodeTerms, Reply, SendWithdrawalCodeCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { OtpConfig } from '../../config.js';
import { maskDestination } from '../../contacts/destination.js';
import { codeText } from '../../messages/texts/code-text.js';
import { Scopes } from '../challenges/scopes.js';
import { SendCode } from '../challenges/send-code.js';

/** The command with the phone number in the clear. */
type OpenedCommand = Omit<SendWithdrawalCodeCommand, 'phoneNumber'> & { readonly phoneNumber: string };

/** Sends the code of a withdrawal to the user's own number, which nobody has typed. Its challenge has the id of the withdrawal. */
@Injectable()
export class SendWithdrawalCode {
  constructor(
    private readonly config: OtpConfig,
    private readonly scopes: Scopes,
    private readonly sendCode: SendCode,
  ) {}

  send(command: OpenedCommand, { id, requestId }: Received<unknown>): Promise<Reply<CodeTerms>> {
    const { withdrawalId, merchantId, mode, caller, phoneNumber } = command;
    if (!this.sendCode.offers(mode, 'sms')) return Promise.resolve(refuse('channel_unsupported'));
    const subject = this.scopes.phoneSubject(mode, phoneNumber);
    const request = {
      scope: this.scopes.ofPhone({ purpose: 'withdrawal', merchantId, mode, caller }, subject),
      ...{ challengeId: withdrawalId, payment: null, channel: 'sms' as const, to: phoneNumber, carriesCode: true },
      write: (code: string) => ({ text: this.#text(command, code) }),
      ...{ destination: maskDestination('sms', phoneNumber, ''), requestId, causationId: id },
    };
    return this.sendCode.send(request, { keyed: undefined, answerOf: ({ terms }) => terms });
  }

  #text({ amount, currency, language = this.config.OTP_LANGUAGE }: OpenedCommand, code: string): string {
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    const payment = { amount: BigInt(amount), currency };
    return codeText(language, { purpose: 'withdrawal', code, merchantName: '', payment, validMinutes });
  }
}
