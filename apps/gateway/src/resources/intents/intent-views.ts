import { Injectable } from '@nestjs/common';
import type {
  CheckoutMerchantView,
  Currency,
  IntentAudience,
  IntentExtras,
  MerchantProfile,
  PaymentIntent,
} from '@paygate/contracts';
import { paymentMethodsOf, renderPaymentIntent } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { PublicUrls } from '../public-urls.js';

/** Payment intents as answers show them: with the address of their payment page. */
@Injectable()
export class IntentViews {
  constructor(private readonly urls: PublicUrls) {}

  text(intent: PaymentIntent, audience: IntentAudience, extras: IntentExtras = {}): string {
    return renderPaymentIntent(intent, audience, { ...extras, checkoutUrl: this.urls.checkout(intent) });
  }

  /** The merchant as the payment page shows it; undefined for any other caller. */
  merchantFor({ checkout }: FastifyRequest, { currency }: PaymentIntent): CheckoutMerchantView | undefined {
    return checkout === null ? undefined : this.merchantView(checkout.merchant, currency);
  }

  /** A merchant as the pages for customers show it. */
  merchantView(merchant: MerchantProfile, currency: Currency): CheckoutMerchantView {
    const { name, logoId, supportContact, languages, guestPayments, smsReceipts = false } = merchant;
    const { email, phone, url } = supportContact;
    return {
      ...{ name, logoUrl: this.urls.logo(logoId), supportContact: { email, phone, url }, languages },
      // the most usual one first
      paymentMethods: [...paymentMethodsOf(currency)].toReversed(),
      guestPayments,
      smsReceipts,
    };
  }
}
