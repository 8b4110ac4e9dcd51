import { Injectable } from '@nestjs/common';
import type { CodeTerms, Refusal, Reply, SendPhoneCodeCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { PaymentPhones } from '../budgets/payment-phones.js';
import { OtpConfig } from '../../config.js';
import { codeText, noticeText } from '../../messages/texts/code-text.js';
import { maskDestination } from '../../contacts/destination.js';
import { Scopes } from '../challenges/scopes.js';
import { SendCode } from '../challenges/send-code.js';

const TOO_MANY_PHONES =
  'This payment has reached its limit of phones that get codes. Continue with one of these phones.';

/** The command with the phone number in the clear. */
type OpenedCommand = Omit<SendPhoneCodeCommand, 'phoneNumber'> & { readonly phoneNumber: string };

/** Sends the code of a registration or a password reset to a phone number. Its challenge has the id that auth gives. */
@Injectable()
export class SendPhoneCode {
  constructor(
    private readonly config: OtpConfig,
    private readonly paymentPhones: PaymentPhones,
    private readonly scopes: Scopes,
    private readonly sendCode: SendCode,
  ) {}

  async send(command: OpenedCommand, { id, requestId }: Received<unknown>): Promise<Reply<CodeTerms>> {
    const { claimId, purpose, mode, message, phoneNumber } = command;
    if (!this.sendCode.offers(mode, 'sms')) return refuse('channel_unsupported');
    const tooMany = await this.paymentPhones.typedNumbers.ofAddress(command.caller);
    if (tooMany !== undefined) return tooMany;
    const notListed = this.paymentPhones.typedNumbers.ofNumber(phoneNumber);
    if (notListed !== undefined && purpose === 'registration') return notListed;
    // a reset for a number off the list takes the steps of an unknown one
    const isSent = message !== 'none' && notListed === undefined;
    const request = {
      scope: this.scopes.ofPhone(command, this.scopes.phoneSubject(mode, phoneNumber)),
      ...{ challengeId: claimId, payment: null, channel: 'sms' as const },
      ...{ to: isSent ? phoneNumber : undefined, carriesCode: message === 'code' },
      write: (code: string) => ({ text: this.#text(command, code) }),
      ...{ destination: maskDestination('sms', phoneNumber, ''), requestId, causationId: id },
      admit: (tx: Transaction) => this.#admit(tx, command, isSent),
    };
    return this.sendCode.send(request, { keyed: undefined, answerOf: ({ terms }) => terms });
  }

  /** At the page of a payment the phones that get codes are those of the payment, whoever has them. */
  #admit(
    tx: Transaction,
    { merchantId, mode, purpose, phoneNumber, ofPayment }: OpenedCommand,
    isSent: boolean,
  ): Promise<Refusal | undefined> {
    const code = { merchantId, mode, purpose, isSent };
    if (ofPayment === undefined) return this.paymentPhones.typedNumbers.ofDay(tx, code);
    const subject = this.scopes.phoneSubject(mode, phoneNumber);
    const phone = { intentId: ofPayment, countedFor: ofPayment, subject, phoneNumber };
    const fields = { retryAfter: this.config.OTP_SEND_WINDOW_SECONDS };
    return this.paymentPhones.ofCode(tx, phone, {
      ...code,
      tooMany: refuse('otp_budget_spent', { detail: TOO_MANY_PHONES, fields }),
    });
  }

  #text(command: OpenedCommand, code: string): string {
    const { message, purpose, merchantName, language = this.config.OTP_LANGUAGE } = command;
    if (message === 'notice') return noticeText(language, merchantName);
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    return codeText(language, { purpose, code, merchantName, payment: null, validMinutes });
  }
}
