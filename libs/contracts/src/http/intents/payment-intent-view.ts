import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsUrl, Matches, Max, Min, ValidateNested } from 'class-validator';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsMode,
  IsText,
  IsTimestamp,
  IsVersion,
} from '../../schema/fields.js';
import type { Currency } from '../../vocabulary/money.js';
import type { IntentStatus } from '../../bus/payment-intent.js';
import { intentStatuses, NextAction, PaymentFailure, PaymentMethod } from '../../bus/payment-intent.js';
import { IsNullable, Note } from '../../schema/declarations.js';
import type { Mode } from '../../bus/services.js';

/** The printed form of a session token. */
export const SESSION_TOKEN_PATTERN = /^sess_[0-7][0-9a-hjkmnp-tv-z]{25}[A-Za-z0-9_-]{43}$/;
const EXAMPLE_SESSION_TOKEN = 'sess_01k8zq4a2nf8rb0v6d7jep5f9xJ0n7c3T4rYw1Z5b8d2Gf6hKq9mLsVxPaEuRtNi0oBcD';

/**
 * A payment intent as a front end sees it, with a publishable key and the session token: without metadata, reference and
 * what is between merchant and Paygate.
 */
export class PublicPaymentIntentView {
  @Note({ example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  id!: string;

  @Note({ example: 'payment_intent' })
  @IsIn(['payment_intent'])
  object!: 'payment_intent';

  @Note({ description: 'EXPIRED, FAILED, COMPLETED and CANCELED are terminal.', example: 'PENDING' })
  @IsIn(intentStatuses)
  status!: IntentStatus;

  @Note({ description: "Digits in the currency's minor unit.", example: '5000' })
  @IsAmount()
  amount!: string;

  @Note({ example: '0' })
  @IsAmountOrZero()
  amountRefunded!: string;

  @Note({ example: 'XAF' })
  @IsCurrency()
  currency!: Currency;

  @Note({ description: 'Digits after the decimal point of the major unit (ISO 4217).', example: 0 })
  @IsInt()
  @Min(0)
  @Max(4)
  currencyExponent!: number;

  @Note({ example: 'Order 1042' })
  @IsNullable()
  @IsText(500)
  description!: string | null;

  @Note({ description: 'The one user who may pay, when the merchant named one.', example: null })
  @IsNullable()
  @IsId('user')
  userId!: string | null;

  @IsNullable()
  @IsObject()
  @ValidateNested()
  @Type(() => PaymentMethod)
  paymentMethod!: PaymentMethod | null;

  @Note({ example: 'test' })
  @IsMode()
  mode!: Mode;

  @Note({ description: 'The hosted payment page.', example: null })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  checkoutUrl!: string | null;

  @Note({ example: 'https://shop.example/thanks' })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  returnUrl!: string | null;

  @Note({ description: 'What the front end does next.' })
  @IsNullable()
  @IsObject()
  @ValidateNested()
  @Type(() => NextAction)
  nextAction!: NextAction | null;

  @Note({ description: 'Why the payment failed.' })
  @IsNullable()
  @IsObject()
  @ValidateNested()
  @Type(() => PaymentFailure)
  failure!: PaymentFailure | null;

  @Note({ example: null })
  @IsNullable()
  @IsId('charge')
  chargeId!: string | null;

  @Note({ description: 'Grows with every change.', example: 1 })
  @IsVersion()
  version!: number;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  updatedAt!: string;

  @Note({ description: 'The intent lapses at this moment.', example: '2026-11-20T10:30:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;

  @Note({ example: null })
  @IsNullable()
  @IsTimestamp()
  completedAt!: string | null;
}

/** A payment intent as its merchant sees it, with a secret key and in events. */
export class PaymentIntentView extends PublicPaymentIntentView {
  @Note({ description: 'What Paygate keeps, once the payment is complete.', example: null })
  @IsNullable()
  @IsAmountOrZero()
  fee!: string | null;

  @Note({ description: 'What the merchant gets, once the payment is complete.', example: null })
  @IsNullable()
  @IsAmountOrZero()
  net!: string | null;

  @Note({ description: 'Byte for byte what the merchant gave.', example: { orderId: '1042' } })
  @IsObject()
  metadata!: object;

  @Note({ example: 'order-1042' })
  @IsNullable()
  @IsText(200, 1)
  reference!: string | null;
}

/** The answer to the creation of an intent: the one time that the session token is shown. */
export class CreatedPaymentIntentView extends PaymentIntentView {
  @Note({ description: "For the customer's front end; reads this one intent.", example: EXAMPLE_SESSION_TOKEN })
  @Matches(SESSION_TOKEN_PATTERN)
  sessionToken!: string;
}

/** What a merchant's event carries under `data`. */
export class PaymentEventData {
  @IsObject()
  @ValidateNested()
  @Type(() => PaymentIntentView)
  paymentIntent!: PaymentIntentView;
}

export const paymentEventTypes = [
  'payment.created',
  'payment.processing',
  'payment.completed',
  'payment.failed',
  'payment.expired',
  'payment.canceled',
] as const;

/** An event as it is delivered to a merchant's webhook endpoint. */
export class PaymentEventView {
  @Note({
    description: 'Stable over retries: the key for recognising duplicates.',
    example: 'evt_01k8zq7d5rj1ve3y9gankhs8j2',
  })
  @IsId('event')
  id!: string;

  @Note({ example: 'payment.completed' })
  @IsIn(paymentEventTypes)
  type!: (typeof paymentEventTypes)[number];

  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  created!: string;

  @Note({ example: '2026-11-20' })
  @Matches(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  apiVersion!: string;

  @Note({ example: 'test' })
  @IsMode()
  mode!: Mode;

  @Note({ description: 'Grows by one with each event of one intent.', example: 3 })
  @IsInt()
  @Min(1)
  sequence!: number;

  @IsObject()
  @ValidateNested()
  @Type(() => PaymentEventData)
  data!: PaymentEventData;
}
