import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { commandOf, fieldsOf, infoOf } from '../kernel/derived.js';
import { SealedIdempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import { IsNullable } from '../schema/declarations.js';
import { IsAmount, IsCurrency, IsId, IsListOf, IsNested, IsSealed, IsText, IsTimestamp } from '../schema/fields.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import type { Currency } from '../vocabulary/money.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { InitOtpRequest, SentCodeAnswer, SentOtpAnswer, VerifyOtpRequest } from './otp-bodies.js';
import { TEST_INBOX_MAX, TestMessageView } from './test-inbox-bodies.js';

/**
 * The credential of a caller, besides a user token: a publishable key, which is public; the session token of the payment that the
 * command names, with such a key; or a key that only the merchant's server has.
 */
export const otpCredentials = ['publishable', 'session', 'secret'] as const;
export type OtpCredential = (typeof otpCredentials)[number];

/** The caller, as far as limits depend on it. */
export class OtpCaller {
  @IsIn(otpCredentials) credential!: OtpCredential;
  @IsId('apiKey') apiKeyId!: string;
  /** The customer's IP address, sealed for otp; absent where a merchant's server acts for all its customers. */
  @IsOptional() @IsSealed() address?: Sealed;
  /** True when the request carried a user token of this user at this merchant. */
  @IsBoolean() signedIn!: boolean;
}

/** A command about one-time passwords, with its caller. */
export class OtpCommand extends OfMerchant {
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}

/** The terms of an intent that a code is bound to. Only `expiresAt` may change: a code may extend it. */
export class PaymentTerms {
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  /** The one user who may pay; null for any. */
  @IsOptional() @IsId('user') userId!: string | null;
  @IsTimestamp() expiresAt!: string;
}

/** `userId` is what the caller gave: a malformed one is answered like an unknown user. */
export class InitOtpCommand extends commandOf(InitOtpRequest, ['phoneNumber'], OtpCommand) {
  /** Named in the message that the customer reads. */
  @IsText(120, 1) merchantName!: string;
  /** The claim `contact` of the token of the signed-in user. Without it, otp asks auth for the addresses. */
  @IsOptional() @IsSealed() contact?: Sealed;
  /** The phone of a guest, sealed for otp. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
  /** The terms of the intent that the command names, from its session token. Without them, otp asks intents. */
  @IsOptional() @IsNested(() => PaymentTerms) terms?: PaymentTerms;
  /** The language that the customer prefers. */
  @IsOptional() @IsIn(languages) language?: Language;
}
/** The destination of a code, and its terms of use. */
export class CodeTerms extends fieldsOf(SentCodeAnswer) {}
/** The same of the code of a payment. */
export class OtpInitiated extends fieldsOf(SentOtpAnswer) {}

/**
 * Commands about one user at one merchant in one mode are ordered; they do not wait for those of other merchants. Those of a guest
 * are ordered by payment, or by challenge.
 */
function payerOf(command: Pick<InitOtpCommand, 'merchantId' | 'mode' | 'userId' | 'intentionId' | 'otpId'>): string {
  const { merchantId, mode, userId, intentionId, otpId } = command;
  return `${merchantId}:${mode}:${userId ?? intentionId ?? otpId ?? ''}`;
}

/** Sends a code to the phone or e-mail address on file; again to resend. */
export const initOtp = defineCommand({
  name: 'init-otp',
  owner: 'otp',
  request: InitOtpCommand,
  answer: OtpInitiated,
  key: payerOf,
  refusals: [
    'intent_not_found',
    'intent_expired',
    'intent_unexpected_state',
    'guest_not_allowed',
    'phone_invalid',
    'operator_unknown',
    'payment_method_unavailable',
    'otp_cooldown',
    'otp_budget_spent',
    'channel_unsupported',
    'channel_unavailable',
    'rate_limited',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

export class VerifyOtpCommand extends commandOf(VerifyOtpRequest, ['otp'], OtpCommand) {
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
  /** The claim `contact` of the token of the signed-in user. */
  @IsOptional() @IsSealed() contact?: Sealed;
}
export class OtpVerified {
  /** The authorization token, sealed for the gateway. */
  @IsSealed() token!: Sealed;
  @IsTimestamp() expiresAt!: string;
  @IsOptional() @IsId('intent') intentionId?: string;
}
/** Compares, counts and consumes a code. An unknown user and a wrong, expired or used code get the same answer. */
export const verifyOtp = defineCommand({
  name: 'verify-otp',
  owner: 'otp',
  request: VerifyOtpCommand,
  answer: OtpVerified,
  key: payerOf,
  refusals: ['otp_invalid', 'otp_budget_spent', 'rate_limited', 'idempotency_key_reused', 'idempotency_key_in_use'],
});

/** A message that was sent for a payment in test mode. */
export class TestMessage extends infoOf(TestMessageView, 'messageId', ['text', 'code']) {
  /** Text and code are sealed for the gateway. */
  @IsSealed() text!: Sealed;
  /** Null for a message without a code. */
  @IsNullable() @IsSealed() code!: Sealed | null;
}

/** Newest first. */
export class TestInbox {
  @IsListOf(() => TestMessage, TEST_INBOX_MAX) messages!: TestMessage[];
}

/** Reads the messages that were sent for payments of a merchant in test mode. */
export const readTestInbox = defineCommand({
  name: 'read-test-inbox',
  owner: 'otp',
  request: OfMerchant,
  answer: TestInbox,
  key: ({ merchantId }: OfMerchant) => merchantId,
  unordered: true,
  refusals: ['mode_mismatch'],
});
