import { IsBoolean, IsIn, IsInt, IsObject, IsUrl, Matches, Max, Min } from 'class-validator';
import { IsHttpsUrl, IsLanguageList, IsMerchantName } from '../merchants/merchant-profile-commands.js';
import type { Language } from '../vocabulary/languages.js';
import type { IntentStatus } from './payment-intent.js';
import {
  NextAction,
  Payer,
  PaymentFailure,
  PaymentMethod,
  intentStatuses,
  paymentMethodTypes,
} from './payment-intent.js';
import { SupportContactView } from '../merchants/merchants.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsMode,
  IsNested,
  IsSubsetOf,
  IsText,
  IsTimestamp,
  IsVersion,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** The printed form of a session token. */
export const SESSION_TOKEN_PATTERN = /^sess_[0-7][0-9a-hjkmnp-tv-z]{25}[A-Za-z0-9_-]{43}$/;

const EXAMPLE_SESSION_TOKEN = 'sess_01k8zq4a2nf8rb0v6d7jep5f9xJ0n7c3T4rYw1Z5b8d2Gf6hKq9mLsVxPaEuRtNi0oBcD';

/** The merchant of a payment, as its page shows it. */
export class CheckoutMerchantView {
  @Note({ example: 'Boulangerie du Port' })
  @IsMerchantName()
  name!: string;

  @Note({ example: null })
  @IsNullable()
  @IsHttpsUrl()
  logoUrl!: string | null;

  @IsNested(() => SupportContactView)
  supportContact!: SupportContactView;

  @Note({ description: 'The languages of its customers, the most usual one first.', example: ['fr', 'en'] })
  @IsLanguageList()
  languages!: Language[];

  @Note({ description: 'How this payment can be made.', example: ['mobile_money', 'wallet'] })
  @IsSubsetOf(paymentMethodTypes)
  paymentMethods!: (typeof paymentMethodTypes)[number][];

  @Note({ description: 'True when customers may pay without an account.', example: true })
  @IsBoolean()
  guestPayments!: boolean;

  @Note({ description: 'True when a receipt may be sent by SMS.', example: false })
  @IsBoolean()
  smsReceipts!: boolean;
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
  @IsNested(() => PaymentMethod)
  paymentMethod!: PaymentMethod | null;

  @Note({ example: 'test' })
  @IsMode()
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

  @Note({ description: 'Where the hosted payment page leads who does not pay.', example: 'https://shop.example/cart' })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  cancelUrl!: string | null;

  @Note({ description: 'The phone that pays by mobile money, once the charge is accepted.', example: null })
  @IsNullable()
  @IsNested(() => Payer)
  payer!: Payer | null;

  @Note({ description: 'What the front end does next.' })
  @IsNullable()
  @IsNested(() => NextAction)
  nextAction!: NextAction | null;

  @Note({ description: 'Why the payment failed.' })
  @IsNullable()
  @IsNested(() => PaymentFailure)
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

  @Note({ description: 'Only for the hosted payment page.' })
  @MayBeAbsent()
  @IsNested(() => CheckoutMerchantView)
  merchant?: CheckoutMerchantView;
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

  @Note({ description: 'The bytes that the merchant sent.', example: { orderId: '1042' } })
  @IsObject()
  metadata!: object;

  @Note({ example: 'order-1042' })
  @IsNullable()
  @IsText(200, 1)
  reference!: string | null;
}

/** The answer that creates an intent. It is the only one that shows the session token. */
export class CreatedPaymentIntentView extends PaymentIntentView {
  @Note({ description: "For the customer's front end; reads this one intent.", example: EXAMPLE_SESSION_TOKEN })
  @Matches(SESSION_TOKEN_PATTERN)
  sessionToken!: string;
}
