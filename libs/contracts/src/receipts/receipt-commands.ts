import { IsIn, IsOptional } from 'class-validator';
import { IntentOfMerchant } from '../payments/intent-commands.js';
import { Idempotency } from '../kernel/idempotency.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { OtpChannel } from '../vocabulary/otp-channels.js';
import type { Language } from '../vocabulary/languages.js';
import { otpChannels } from '../vocabulary/otp-channels.js';
import { languages } from '../vocabulary/languages.js';
import { defineCommand } from '../kernel/message.js';
import type { PaymentMethod } from '../payments/payment-intent.js';
import { paymentMethodTypes } from '../payments/payment-intent.js';
import { IsNullable } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsIntBetween,
  IsNested,
  IsProviderReference,
  IsSealed,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Sealed } from '../vocabulary/sealed.js';
import type { Currency } from '../vocabulary/money.js';

/** Receipts that are sent for one payment, over all channels. */
export const RECEIPTS_MAX = 3;
/** The days after its completion within which a receipt of a payment can be sent. The phone of a guest is kept no longer. */
export const RECEIPT_DAYS = 7;

/** A completed payment as its receipt shows it, and who paid. */
export class ReceiptFacts {
  @IsId('intent') intentId!: string;
  @IsAmount() amount!: string;
  /** All that went back to whoever paid: by refunds, and taken back by the operator. Absent in an answer of intents from before refunds. */
  @IsOptional() @IsAmountOrZero() amountRefunded?: string;
  @IsCurrency() currency!: Currency;
  @IsNullable() @IsText(500) description!: string | null;
  /** The merchant's name for the order; absent in answers from before the field. */
  @IsOptional() @IsText(200, 1) reference?: string | null;
  @IsIn(paymentMethodTypes) method!: PaymentMethod['type'];
  @IsTimestamp() completedAt!: string;
  /** The operator of mobile money; absent in answers from before the field. */
  @IsOptional() @IsIn(mobileOperators) operator?: MobileOperator | null;
  /** The operator's transaction number; absent in answers from before the field. */
  @IsOptional() @IsProviderReference() providerReference?: string | null;
  /** Null when a guest paid. */
  @IsNullable() @IsId('user') payerId!: string | null;
  /** `jti` of the token that was charged with: otp finds the phone of a guest by it. */
  @IsText(64, 1) tokenId!: string;
}
/** Returns the facts of a receipt. A payment that is not COMPLETED has none. */
export const getReceiptFacts = defineCommand({
  name: 'get-receipt-facts',
  owner: 'intents',
  callers: ['otp'],
  request: IntentOfMerchant,
  answer: ReceiptFacts,
  key: (request) => request.intentId,
  unordered: true,
  refusals: ['intent_not_found', 'intent_unexpected_state'],
});

export class SendReceiptCommand extends IntentOfMerchant {
  @IsIn(otpChannels) channel!: OtpChannel;
  /** The merchant's first language when absent. */
  @IsOptional() @IsIn(languages) language?: Language;
  /** The recipient of an e-mail in place of the address on file, sealed for otp. */
  @IsOptional() @IsSealed() email?: Sealed;
  /** The address of the page that proves the receipt, sealed for otp; absent where there is none, and from the version before. */
  @IsOptional() @IsSealed() url?: Sealed;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/** An accepted receipt. It says nothing about the payer: whether an address is on file is not for the caller to know. */
export class ReceiptAccepted {
  @IsId('intent') intentId!: string;
  @IsIn(otpChannels) channel!: OtpChannel;
  @IsIntBetween(0, RECEIPTS_MAX) sendsRemaining!: number;
}
/** Sends the receipt of a completed payment to the address that is given, or else to the one on file of whoever paid it; for a guest, to the phone that paid. */
export const sendReceipt = defineCommand({
  name: 'send-receipt',
  owner: 'otp',
  request: SendReceiptCommand,
  answer: ReceiptAccepted,
  key: (request) => request.intentId,
  refusals: [
    'intent_not_found',
    'intent_unexpected_state',
    'channel_unsupported',
    'receipt_limit_reached',
    'receipt_period_over',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});
