import { IsBoolean, IsUrl } from 'class-validator';
import { IsHttpsUrl, IsLanguageList, IsMerchantName } from '../../merchants/merchant-profile-commands.js';
import { SupportContactView } from '../../merchants/merchants.js';
import { CheckoutOperatorView } from '../../operators/operator-bodies.js';
import { IsNullable, MayBeAbsent, Note } from '../../schema/declarations.js';
import { IsListOf, IsNested, IsSubsetOf } from '../../schema/fields.js';
import type { Language } from '../../vocabulary/languages.js';
import { mobileOperators } from '../../vocabulary/mobile-numbers.js';
import { paymentMethodTypes } from '../payment-intent.js';

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

  @Note({ description: 'The languages of the merchant’s customers, the most usual one first.', example: ['fr', 'en'] })
  @IsLanguageList()
  languages!: Language[];

  @Note({ description: 'The methods by which this payment can be made.', example: ['mobile_money', 'wallet'] })
  @IsSubsetOf(paymentMethodTypes)
  paymentMethods!: (typeof paymentMethodTypes)[number][];

  @Note({
    description: 'The operators of the mode of this payment, and how they are now. Absent while that cannot be read.',
  })
  @MayBeAbsent()
  @IsListOf(() => CheckoutOperatorView, mobileOperators.length)
  operators?: CheckoutOperatorView[];

  @Note({ description: 'True when customers may pay without an account.', example: true })
  @IsBoolean()
  guestPayments!: boolean;

  @Note({ description: 'True when a receipt may be sent by SMS.', example: false })
  @IsBoolean()
  smsReceipts!: boolean;
}

/** The URLs to which the page of a payment leads. */
export class CheckoutStateView {
  @Note({
    description:
      'The `returnUrl` with `paymentIntentId` and `reference` added to its query. These parameters name the payment, but prove nothing about it.',
    example: 'https://shop.example/thanks?paymentIntentId=pi_01k8zq4a2nf8rb0v6d7jep5f9x&reference=order-1042',
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  returnUrl!: string | null;

  @Note({ description: 'True when the customer may try again after this decline.', example: false })
  @IsBoolean()
  mayRetry!: boolean;

  @Note({ description: 'The page of the last try of this order, when that is another intent.', example: null })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  latestUrl!: string | null;

  @Note({
    description:
      'The page that proves the receipt of this payment to whoever holds it; null until the payment is COMPLETED.',
    example: null,
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  receiptUrl!: string | null;
}
