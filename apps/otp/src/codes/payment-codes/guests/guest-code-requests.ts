import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { parseAmount } from '@paygate/platform';
import type { CodeRequest } from '../../challenges/code-request.js';
import { maskDestination } from '../../../contacts/destination.js';
import { Scopes } from '../../challenges/scopes.js';
import { OtpConfig } from '../../../config.js';
import type { CodeFacts } from '../../../messages/texts/code-text.js';
import { codeText } from '../../../messages/texts/code-text.js';
import { PaymentFacts } from '../payment-facts.js';
import { GuestAdmission } from './guest-admission.js';

/**
 * Completes requests for codes of customers without an account. Nothing here asks whether the phone has one. Whoever holds the session
 * of a payment can have codes sent, so they are bounded.
 */
@Injectable()
export class GuestCodeRequests {
  constructor(
    private readonly config: OtpConfig,
    private readonly facts: PaymentFacts,
    private readonly scopes: Scopes,
    private readonly admission: GuestAdmission,
  ) {}

  async of(command: InitOtpCommand, message: Received<InitOtpCommand>): Promise<Reply<CodeRequest>> {
    const tooMany = await this.admission.ofAddress(command.caller);
    if (tooMany !== undefined) return tooMany;
    const known = await this.facts.guest(command, message);
    if (!known.ok) return known;
    const { phoneNumber, intent, recheck } = known.data;
    const notListed = this.admission.ofNumber(phoneNumber);
    if (notListed !== undefined) return notListed;
    const { intentId, amount, currency } = intent;
    const countedFor = intent.retryOf ?? intentId;
    const subject = this.scopes.phoneSubject(command.mode, phoneNumber);
    const payment = { amount: parseAmount(amount), currency };
    return accept({
      ...{
        scope: this.scopes.ofGuest(command, intentId, subject),
        challengeId: command.otpId,
        payment,
        channel: 'sms',
      },
      ...{ to: phoneNumber, carriesCode: true, destination: maskDestination('sms', phoneNumber, '') },
      write: (code: string) => ({ text: this.#text(command, payment, code) }),
      recheck,
      admit: (tx: Transaction) => this.admission.ofCode(tx, command, { intentId, countedFor, subject, phoneNumber }),
      ...{ requestId: message.requestId, causationId: message.id },
    });
  }

  #text(
    { merchantName, language = this.config.OTP_LANGUAGE }: InitOtpCommand,
    payment: CodeFacts['payment'],
    code: string,
  ): string {
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    return codeText(language, { purpose: 'payment', code, payment, merchantName, validMinutes });
  }
}
