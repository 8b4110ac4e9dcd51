import { IsIn, IsObject, IsUrl, Matches } from 'class-validator';
import type { IntentStatus } from './payment-intent.js';
import { NextAction, PaymentFailure, PaymentMethod, intentStatuses } from './payment-intent.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import { CheckoutMerchantView, CheckoutStateView } from './checkout/checkout-views.js';
import { NotedCreation, NotedCurrency, NotedMode, NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsId,
  IsIntBetween,
  IsMaskedDestination,
  IsNested,
  IsProviderReference,
  IsText,
  IsTimestamp,
  IsVersion,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** The printed form of a session token: at most 186 characters. The gateway alone reads more than the id of the intent from it. */
export const SESSION_TOKEN_PATTERN = /^sess_[0-7][0-9a-hjkmnp-tv-z]{25}[A-Za-z0-9_.-]{43,155}$/;

const EXAMPLE_SESSION_TOKEN =
  'sess_01k8zq4a2nf8rb0v6d7jep5f9x.t01k8zq3x9m4v7c2b6n8s5d1f0g.mi7jnl40.5000XAF..J0n7c3T4rYw1Z5b8d2Gf6hKq9mLsVxPaEuRtNi0oBcD';

/** The payer: a user, by a wallet or the phone of an account, or a guest by a phone. */
export class PayerView {
  @Note({
    description: 'The account of the payer; null for a guest, and in the answer to a front end.',
    example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
  })
  @IsNullable()
  @IsId('user')
  userId!: string | null;

  @Note({
    description:
      'The phone that pays by mobile money. For a wallet, the phone of the user who was signed in when the code was verified; null when nobody was signed in, and in the answer to a front end.',
    example: null,
  })
  @IsNullable()
  @IsMaskedDestination()
  phoneMasked!: string | null;

  @Note({ description: 'The operator of mobile money; null for a wallet.', example: null })
  @IsNullable()
  @IsIn(mobileOperators)
  operator!: MobileOperator | null;
}

/**
 * A payment intent as a front end sees it, with a publishable key and the session token: without metadata, reference and
 * the fields that concern merchant and Paygate only.
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

  @Note({
    description:
      'What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment.',
    example: '0',
  })
  @IsAmountOrZero()
  amountReversed!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'Digits after the decimal point of the major unit (ISO 4217).', example: 0 })
  @IsIntBetween(0, 4)
  currencyExponent!: number;

  @Note({ example: 'Order 1042' })
  @IsNullable()
  @IsText(500)
  description!: string | null;

  @Note({ description: 'The one user who may pay, when the merchant named one.', example: null })
  @IsNullable()
  @IsId('user')
  userId!: string | null;

  @Note({
    description:
      'For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent.',
    example: null,
  })
  @IsNullable()
  @IsId('intent')
  retryOf!: string | null;

  @IsNullable()
  @IsNested(() => PaymentMethod)
  paymentMethod!: PaymentMethod | null;

  @NotedMode()
  mode!: Mode;

  @Note({
    description:
      'The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page.',
    example: null,
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  checkoutUrl!: string | null;

  @Note({ example: 'https://shop.example/thanks' })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  returnUrl!: string | null;

  @Note({
    description: 'The URL to which the hosted payment page leads a customer who does not pay.',
    example: 'https://shop.example/cart',
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  cancelUrl!: string | null;

  @Note({
    description:
      'The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation.',
    example: null,
  })
  @IsNullable()
  @IsNested(() => PayerView)
  payer!: PayerView | null;

  @Note({ description: 'The next step of the front end.' })
  @IsNullable()
  @IsNested(() => NextAction)
  nextAction!: NextAction | null;

  @Note({ description: 'The reason for which the payment failed.' })
  @IsNullable()
  @IsNested(() => PaymentFailure)
  failure!: PaymentFailure | null;

  @Note({ example: null })
  @IsNullable()
  @IsId('charge')
  chargeId!: string | null;

  @Note({
    description:
      'The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice.',
    example: null,
  })
  @IsNullable()
  @IsProviderReference()
  providerReference!: string | null;

  @Note({ description: 'Grows with every change.', example: 1 })
  @IsVersion()
  version!: number;

  @NotedCreation()
  createdAt!: string;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  updatedAt!: string;

  @Note({ description: 'The intent lapses at this moment.', example: '2026-11-20T10:30:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;

  @NotedTimeOrNull()
  completedAt!: string | null;

  @Note({ description: 'Only for the hosted payment page.' })
  @MayBeAbsent()
  @IsNested(() => CheckoutMerchantView)
  merchant?: CheckoutMerchantView;

  @Note({ description: 'Only for the hosted payment page.' })
  @MayBeAbsent()
  @IsNested(() => CheckoutStateView)
  checkout?: CheckoutStateView;
}

/** A payment intent as its merchant sees it, with a secret key and in events. */
export class PaymentIntentView extends PublicPaymentIntentView {
  @Note({ description: 'The fee that Paygate keeps, once the payment is complete.', example: null })
  @IsNullable()
  @IsAmountOrZero()
  fee!: string | null;

  @Note({ description: 'The amount that the merchant receives, once the payment is complete.', example: null })
  @IsNullable()
  @IsAmountOrZero()
  net!: string | null;

  @Note({ description: 'The bytes that the merchant sent.', example: { orderId: '1042' } })
  @IsObject()
  metadata!: object;

  @Note({ example: 'order-1042' })
  @IsNullable()
  @IsText(200, 1)
  reference!: string | null;

  @Note({ description: 'The till at which it was made; null for any other payment.', example: null })
  @IsNullable()
  @IsId('till')
  tillId!: string | null;
}

/** The answer that creates an intent. It is the only one that shows the session token. */
export class CreatedPaymentIntentView extends PaymentIntentView {
  @Note({
    description: "The token with which the customer's front end reads this intent, and no other.",
    example: EXAMPLE_SESSION_TOKEN,
  })
  @Matches(SESSION_TOKEN_PATTERN)
  sessionToken!: string;
}
