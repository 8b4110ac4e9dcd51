import { IsIn, IsOptional } from 'class-validator';
import { OfMerchant } from '../kernel/of-merchant.js';
import type { Language } from '../vocabulary/languages.js';
import { CodeTerms, OtpCaller } from './otp-commands.js';
import { languages } from '../vocabulary/languages.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsId, IsNested, IsSealed, IsText } from '../schema/fields.js';

/** The purposes of a code sent to a phone number that a visitor has typed. */
export const accountCodePurposes = ['registration', 'password_reset'] as const;
export type AccountCodePurpose = (typeof accountCodePurposes)[number];

/** The purposes of a code sent to a phone number, besides a payment. A code of one purpose is worth nothing for another. */
export const phoneCodePurposes = [...accountCodePurposes, 'withdrawal'] as const;
export type PhoneCodePurpose = (typeof phoneCodePurposes)[number];

/**
 * The message that is sent: the code; a notice without a code, to a registered number that somebody tries to register; or nothing, to a
 * number that no user has. The answer is the same for all three.
 */
export const phoneMessages = ['code', 'notice', 'none'] as const;
export type PhoneMessage = (typeof phoneMessages)[number];

export class SendPhoneCodeCommand extends OfMerchant {
  /** The registration or password reset, which is the id of the code's challenge too: no other code opens it. */
  @IsText(64, 1) claimId!: string;
  @IsIn(accountCodePurposes) purpose!: AccountCodePurpose;
  /** Named in the message. */
  @IsText(120, 1) merchantName!: string;
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** Sealed for otp. */
  @IsSealed() phoneNumber!: Sealed;
  @IsIn(phoneMessages) message!: PhoneMessage;
  @IsOptional() @IsIn(languages) language?: Language;
  /** The payment whose page asks, of a further try the first one of the order: the phones that get codes there are bounded. */
  @IsOptional() @IsId('intent') ofPayment?: string;
}
/**
 * Sends the code of a registration or a password reset. Repeated for the same one, it sends nothing and returns the first answer. A
 * registration of a number that gets no codes is refused; a reset for one is answered like that for an unknown number.
 */
export const sendPhoneCode = defineCommand({
  name: 'send-phone-code',
  owner: 'otp',
  callers: ['auth'],
  request: SendPhoneCodeCommand,
  answer: CodeTerms,
  key: (request) => request.claimId,
  unordered: true,
  refusals: [
    'phone_invalid',
    'otp_cooldown',
    'otp_budget_spent',
    'channel_unsupported',
    'rate_limited',
    'idempotency_key_reused',
  ],
});

export class CheckPhoneCodeCommand extends OfMerchant {
  @IsText(64, 1) claimId!: string;
  @IsIn(phoneCodePurposes) purpose!: PhoneCodePurpose;
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
}
export class PhoneCodeChecked {
  @IsText(64, 1) claimId!: string;
}
/**
 * Counts and compares the code of a registration, a password reset or a withdrawal. A right code stays right until it expires, within its
 * five checks: it is used up in the transaction of what it confirms, so that a crash before it costs no code.
 */
export const checkPhoneCode = defineCommand({
  name: 'check-phone-code',
  owner: 'otp',
  callers: ['auth'],
  request: CheckPhoneCodeCommand,
  answer: PhoneCodeChecked,
  key: (request) => request.claimId,
  refusals: ['otp_invalid', 'rate_limited'],
});
