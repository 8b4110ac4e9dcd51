import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SealedIdempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsNullable } from '../schema/declarations.js';
import { IsId, IsListOf, IsMaskedDestination, IsNested, IsSealed, IsText, IsTimestamp } from '../schema/fields.js';

export const otpChannels = ['sms', 'email'] as const;
export type OtpChannel = (typeof otpChannels)[number];

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

export class InitOtpCommand extends OfMerchant {
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** Named in the message that the customer reads. */
  @IsText(120, 1) merchantName!: string;
  /** As the caller gave it: a malformed one is answered like an unknown user. Absent for a guest. */
  @IsOptional() @IsText(64, 1) userId?: string;
  /** The claim `contact` of the token of the signed-in user. Without it, otp asks auth for the addresses. */
  @IsOptional() @IsSealed() contact?: Sealed;
  /** Of a guest, sealed for otp. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
  /** The operator that a guest names. */
  @IsOptional() @IsIn(mobileOperators) operator?: MobileOperator;
  @IsIn(otpChannels) channel!: OtpChannel;
  @IsOptional() @IsId('intent') intentionId?: string;
  @IsOptional() @IsId('otpChallenge') otpId?: string;
  /** The language that the customer prefers. */
  @IsOptional() @IsIn(languages) language?: Language;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
/** Where a code was sent, and how it can be used. */
export class CodeTerms {
  /** Masked phone number or e-mail address. */
  @IsMaskedDestination() destination!: string;
  @IsInt() @Min(4) @Max(10) codeLength!: number;
  @IsTimestamp() expiresAt!: string;
  /** Before this time no other code for the same is sent. */
  @IsTimestamp() resendAvailableAt!: string;
  @IsInt() @Min(0) @Max(100) sendsRemaining!: number;
}
export class OtpInitiated extends CodeTerms {
  @IsId('otpChallenge') otpId!: string;
  /** Absent for a guest. */
  @IsOptional() @IsText(64, 1) userId?: string;
  @IsIn(otpChannels) channel!: OtpChannel;
}
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
  callers: ['gateway'],
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

export class VerifyOtpCommand extends OfMerchant {
  @IsNested(() => OtpCaller) caller!: OtpCaller;
  /** Absent for a guest, whose challenge is named by its id. */
  @IsOptional() @IsText(64, 1) userId?: string;
  /** The code, sealed for otp. */
  @IsSealed() otp!: Sealed;
  @IsOptional() @IsId('otpChallenge') otpId?: string;
  @IsOptional() @IsId('intent') intentionId?: string;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
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
  callers: ['gateway'],
  request: VerifyOtpCommand,
  answer: OtpVerified,
  key: payerOf,
  refusals: ['otp_invalid', 'otp_budget_spent', 'rate_limited', 'idempotency_key_reused', 'idempotency_key_in_use'],
});

/** Most messages of the test inbox of a merchant: of more, the newest. */
export const TEST_INBOX_MAX = 50;
/** Hours that a message stays in the test inbox. */
export const TEST_INBOX_HOURS = 24;

/** A message that was sent for a payment in test mode. */
export class TestMessage {
  @IsId('testMessage') messageId!: string;
  @IsIn(otpChannels) channel!: OtpChannel;
  @IsMaskedDestination() destination!: string;
  /** The subject of an e-mail, which never holds the code; null for an SMS. */
  @IsNullable() @IsText(200, 1) subject!: string | null;
  /** Text and code are sealed for the gateway. */
  @IsSealed() text!: Sealed;
  /** Null for a message without a code. */
  @IsNullable() @IsSealed() code!: Sealed | null;
  @IsTimestamp() sentAt!: string;
}

/** Newest first. */
export class TestInbox {
  @IsListOf(() => TestMessage, TEST_INBOX_MAX) messages!: TestMessage[];
}

/** Reads the messages that were sent for payments of a merchant in test mode. */
export const readTestInbox = defineCommand({
  name: 'read-test-inbox',
  owner: 'otp',
  callers: ['gateway'],
  request: OfMerchant,
  answer: TestInbox,
  key: ({ merchantId }: OfMerchant) => merchantId,
  unordered: true,
  refusals: ['mode_mismatch'],
});
