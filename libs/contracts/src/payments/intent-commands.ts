import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import { IsBoolean, IsIn, IsOptional, IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import { PaymentTerms } from '../codes/otp-commands.js';
import { prepareCharge } from './charging-commands.js';
import type { DeclineCode, IntentStatus } from './payment-intent.js';
import { declineCodes, PaymentFailure, PaymentIntent, intentStatuses, paymentMethodTypes } from './payment-intent.js';
import type { Sealed } from '../vocabulary/sealed.js';
import {
  IsActor,
  IsAmount,
  IsCurrency,
  IsId,
  IsIntBetween,
  IsListOf,
  IsNested,
  IsPageLimit,
  IsSealed,
  IsSubsetOf,
  IsText,
  IsTimestamp,
  IsTypedReference,
} from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';

/** Bytes of metadata text that an intent may carry (UTF-8). */
export const METADATA_MAX_BYTES = 16_384;

/** Most tries that a customer may begin on the payment page after the first one. */
export const CHECKOUT_RETRIES_MAX = 4;

export class CreateIntentCommand extends OfMerchant {
  @IsId('intent') intentId!: string;
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  @IsOptional() @IsText(500) description?: string;
  /** JSON text, byte for byte; `{}` when the merchant sent none. */
  @IsString() @MaxLength(METADATA_MAX_BYTES) metadata!: string;
  @IsOptional() @IsText(200, 1) reference?: string;
  @IsOptional() @IsIntBetween(300, 86_400) expiresInSeconds?: number;
  @IsOptional() @IsId('user') userId?: string;
  @IsOptional() @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] }) returnUrl?: string;
  @IsOptional() @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] }) cancelUrl?: string;
  /** None when absent; needs a reference. */
  @IsOptional() @IsIntBetween(0, CHECKOUT_RETRIES_MAX) checkoutRetries?: number;
  /** The key that requests it. Absent in a command of a gateway from before the field. */
  @IsOptional() @IsActor() actor?: string;
  /** The till at which it is made, which takes payments. */
  @IsOptional() @IsId('till') tillId?: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Creates an intent. `intentId` is minted by the caller: a repeated command finds its own row and answers with it. */
export const createIntent = defineCommand({
  name: 'create-intent',
  owner: 'intents',
  request: CreateIntentCommand,
  answer: PaymentIntent,
  key: (request) => request.intentId,
  unordered: true,
  refusals: [
    'currency_unsupported',
    'amount_too_small',
    'amount_too_large',
    'reference_exists',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

export class GetKeyedIntentCommand extends OfMerchant {
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/** The first answer to the `create-intent` with this key, for a repetition that would be refused by now. */
export const getKeyedIntent = defineCommand({
  name: 'get-keyed-intent',
  owner: 'intents',
  request: GetKeyedIntentCommand,
  answer: PaymentIntent,
  unordered: true,
  refusals: ['intent_not_found', 'idempotency_key_reused'],
});

/** Names an intent of one merchant in one mode: another merchant's intent reads exactly like a missing one. */
export class IntentOfMerchant extends OfMerchant {
  @IsId('intent') intentId!: string;
}
/** Reads an intent. A lapsed one makes its transition first, so nobody sees a stale PENDING. */
export const getIntent = defineCommand({
  name: 'get-intent',
  owner: 'intents',
  request: IntentOfMerchant,
  answer: PaymentIntent,
  key: (request) => request.intentId,
  unordered: true,
  refusals: ['intent_not_found'],
});

export class CancelIntentCommand extends IntentOfMerchant {
  @IsOptional() @IsActor() actor?: string;
}
/** Cancels an intent that nobody has charged. Idempotent by state: a canceled intent stays canceled (`replayed`). */
export const cancelIntent = defineCommand({
  name: 'cancel-intent',
  owner: 'intents',
  request: CancelIntentCommand,
  answer: PaymentIntent,
  key: (request) => request.intentId,
  refusals: ['intent_not_found', 'intent_expired', 'intent_unexpected_state'],
});

/** Most intents of one page. */
export const PAGE_MAX_INTENTS = 100;

/** The greatest number of metadata pairs in the filter of a list, and their greatest length, in Unicode characters. */
export const METADATA_FILTER_MAX_PAIRS = 5;
export const METADATA_FILTER_MAX_KEY_CHARACTERS = 100;
export const METADATA_FILTER_MAX_VALUE_CHARACTERS = 500;

/** The longest text that intents are searched for, in Unicode characters: also the longest value of metadata that is found. */
export const SEARCH_TEXT_MAX_CHARACTERS = METADATA_FILTER_MAX_VALUE_CHARACTERS;

/** Digits at the end of a phone number by which its payments are found. */
export const SEARCHED_PHONE_END = 4;

/** A key at the top level of metadata and its value, which is text: what a list can be filtered by. */
export class MetadataPair {
  @IsText(METADATA_FILTER_MAX_KEY_CHARACTERS, 1)
  @Matches(/^[^\x5b\x5d]*$/, { message: 'must be a key at the top level of metadata, without brackets' })
  key!: string;

  @IsText(METADATA_FILTER_MAX_VALUE_CHARACTERS) value!: string;
}

/** Asks for a page of a merchant's intents. Cursors are ids of the merchant's own intents; at most one of them is given. */
export class ListIntentsCommand extends OfMerchant {
  @IsPageLimit(PAGE_MAX_INTENTS) limit!: number;
  /** The page goes on with those that are older than this one. */
  @IsOptional() @IsId('intent') startingAfter?: string;
  /** The page holds the next newer ones before this one. */
  @IsOptional() @IsId('intent') endingBefore?: string;
  /** The status that a gateway of the version before sends instead of `statuses`. */
  @IsOptional() @IsIn(intentStatuses) status?: IntentStatus;
  /** Any of these. */
  @IsOptional() @IsSubsetOf(intentStatuses) statuses?: IntentStatus[];
  @IsOptional() @IsText(200, 1) reference?: string;
  /** The operator's transaction number as it was typed. */
  @IsOptional() @IsTypedReference() providerReference?: string;
  /** The user who pays, or the only one who may. */
  @IsOptional() @IsId('user') userId?: string;
  /** The till at which it was made. */
  @IsOptional() @IsId('till') tillId?: string;
  /** The phone that pays, as a customer of the merchant. */
  @IsOptional() @IsId('customer') customerId?: string;
  /** The id of an intent or a charge or its end, an operator's transaction number, an amount, or parts of reference, description and metadata. */
  @IsOptional() @IsText(SEARCH_TEXT_MAX_CHARACTERS, 1) text?: string;
  /** The phone that pays, sealed for charging. Beside `typed`: the phone that this is, or the last digits of one, or nothing. */
  @IsOptional() @IsSealed() payerPhone?: Sealed;
  /** A text that may be a phone, sealed for intents, which finds what `text` finds, and payments from the phone. */
  @IsOptional() @IsSealed() typed?: Sealed;
  /** Inclusive, in minor units. */
  @IsOptional() @IsAmount() amountFrom?: string;
  /** Inclusive. */
  @IsOptional() @IsAmount() amountTo?: string;
  /** Intents that have all of these pairs. */
  @IsOptional()
  @IsListOf(() => MetadataPair, METADATA_FILTER_MAX_PAIRS)
  metadata?: MetadataPair[];
  /** Inclusive. */
  @IsOptional() @IsTimestamp() createdFrom?: string;
  /** Exclusive. */
  @IsOptional() @IsTimestamp() createdTo?: string;
}
/** Newest first. A page may be shorter than the limit although there are more: `hasMore` shows it. */
export class IntentPage {
  @IsListOf(() => PaymentIntent, PAGE_MAX_INTENTS)
  intents!: PaymentIntent[];
  @IsBoolean() hasMore!: boolean;
  /** The cursor of the next page in the direction of this one; null when there is none. */
  @IsOptional() @IsId('intent') nextCursor!: string | null;
}
/** Lists intents. A lapsed intent reads EXPIRED, as in every other read. */
export const listIntents = defineCommand({
  name: 'list-intents',
  owner: 'intents',
  request: ListIntentsCommand,
  answer: IntentPage,
  unordered: true,
  refusals: ['cursor_invalid'],
});

export class IntentFacts extends PaymentTerms {
  @IsId('intent') intentId!: string;
  @IsIn(intentStatuses) status!: IntentStatus;
  /** The first intent, for another try: phones are counted over all its tries. Absent in answers from before the field. */
  @IsOptional() @IsId('intent') retryOf?: string | null;
  /** The reason for which its charge was declined. Absent without one. */
  @IsOptional() @IsIn(declineCodes) failureCode?: DeclineCode;
}
/** Returns the facts that a one-time password is bound to. */
export const getIntentFacts = defineCommand({
  name: 'get-intent-facts',
  owner: 'intents',
  callers: ['otp'],
  request: IntentOfMerchant,
  answer: IntentFacts,
  key: (request) => request.intentId,
  unordered: true,
  refusals: ['intent_not_found'],
});

/** The payment method that was asked for. */
export class AskedPaymentMethod {
  @IsIn(paymentMethodTypes) type!: (typeof paymentMethodTypes)[number];
  /** Found by the number when absent. */
  @IsOptional() @IsIn(mobileOperators) operator?: MobileOperator;
  /** Sealed for charging; the user's own when absent. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
}

export class BeginChargeCommand extends OfMerchant {
  @IsId('intent') intentId!: string;
  /** The OTP authorization token, sealed for intents, which verifies it under the row lock. */
  @IsSealed() otpToken!: Sealed;
  @IsOptional() @IsNested(() => AskedPaymentMethod) paymentMethod?: AskedPaymentMethod;
  /** True when the merchant lets customers pay from another phone than their own. */
  @IsOptional() @IsBoolean() otherPhones?: boolean;
  /** The phone of a guest or of an ask, which the token names, sealed for charging. */
  @IsOptional() @IsSealed() provedPhone?: Sealed;
}
export const chargeStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;
export class Charge {
  @IsId('charge') id!: string;
  @IsId('intent') intentId!: string;
  @IsIn(chargeStatuses) status!: (typeof chargeStatuses)[number];
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  @IsTimestamp() createdAt!: string;
  /** The reason for which it FAILED. */
  @IsOptional() @IsNested(() => PaymentFailure) failure?: PaymentFailure;
}
/**
 * The one place that decides whether a charge may begin. Idempotent by intent: the same token again gets the same charge
 * (`replayed`), another token is refused. What is wrong with the payment method is refused before the token is consumed.
 */
export const beginCharge = defineCommand({
  name: 'begin-charge',
  owner: 'intents',
  request: BeginChargeCommand,
  answer: Charge,
  key: (request) => request.intentId,
  refusals: [
    'intent_not_found',
    'intent_expired',
    'intent_unexpected_state',
    'intent_already_charged',
    'otp_token_used',
    'token_invalid',
    'token_expired',
    ...prepareCharge.refusals,
  ],
});

/** The longest wait for the outcome of a charge. */
export const OUTCOME_WAIT_MAX_MS = 5_000;

export class AwaitChargeCommand extends IntentOfMerchant {
  /** Chosen by the caller. As the Kafka key it keeps a waiting caller from delaying others, or other commands of the intent. */
  @IsId('request') waitId!: string;
  @IsIntBetween(1, OUTCOME_WAIT_MAX_MS) waitMs!: number;
}
/** Returns the charge of an intent when its outcome is known or the wait is over; in that case its status is still PROCESSING. */
export const awaitCharge = defineCommand({
  name: 'await-charge',
  owner: 'intents',
  request: AwaitChargeCommand,
  answer: Charge,
  key: (request) => request.waitId,
  unordered: true,
  refusals: ['intent_not_found', 'intent_unexpected_state'],
});
