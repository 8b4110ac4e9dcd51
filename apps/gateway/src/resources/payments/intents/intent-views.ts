import { Injectable } from '@nestjs/common';
import type {
  CheckoutMerchantView,
  IntentAudience,
  IntentExtras,
  MerchantProfile,
  Payable,
  PaymentIntent,
} from '@paygate/contracts';
import { paymentMethodsOf, renderPaymentIntent } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { PublicUrls } from '../../public-urls.js';
import { CheckoutStates } from './checkout-states.js';

/** Payment intents as answers show them: with the address of their payment page. */
@Injectable()
export class IntentViews {
  constructor(
    private readonly urls: PublicUrls,
    private readonly checkoutStates: CheckoutStates,
  ) {}

  text(intent: PaymentIntent, audience: IntentAudience, extras: IntentExtras = {}): string {
    return renderPaymentIntent(intent, audience, { ...extras, checkoutUrl: this.urls.checkout(intent) });
  }

  /** The fields of the payment page besides the intent: the merchant, and the URLs to which the page leads. Nothing for any other caller. */
  async extrasFor(
    request: FastifyRequest,
    intent: PaymentIntent,
  ): Promise<Pick<IntentExtras, 'merchant' | 'checkout'>> {
    if (request.checkout === null) return {};
    const merchant = this.merchantView(request.checkout.merchant, intent);
    return { merchant, checkout: await this.checkoutStates.of(intent, request.id) };
  }

  /** A merchant as the pages for customers show it. */
  merchantView(merchant: MerchantProfile, payable: Payable): CheckoutMerchantView {
    const { name, logoId, supportContact, languages, guestPayments, smsReceipts = false } = merchant;
    const { email, phone, url } = supportContact;
    return {
      ...{ name, logoUrl: this.urls.logo(logoId), supportContact: { email, phone, url }, languages },
      // the most usual one first
      paymentMethods: [...paymentMethodsOf(payable)].toReversed(),
      guestPayments,
      smsReceipts,
    };
  }
}
