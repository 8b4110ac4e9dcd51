import { Injectable } from '@nestjs/common';
import type { MerchantProfile, PaymentLink, PaymentLinkView, SharedLinkView } from '@paygate/contracts';
import { currencies } from '@paygate/contracts';
import { IntentViews } from '../intents/intent-views.js';
import { PublicUrls } from '../public-urls.js';

/** Payment links as answers show them. */
@Injectable()
export class LinkViews {
  constructor(
    private readonly urls: PublicUrls,
    private readonly intentViews: IntentViews,
  ) {}

  /** For the merchant. */
  owned(link: PaymentLink): PaymentLinkView {
    const { referencePattern, returnUrl, maxUses, usesRemaining, payments, expiresAt, createdAt, updatedAt } = link;
    return {
      ...sharedPart(link),
      url: this.urls.paymentLink(link.linkId),
      qrCodeUrl: this.urls.linkQrCode(link.linkId),
      ...{ referencePattern, returnUrl, maxUses, usesRemaining, payments, expiresAt, createdAt, updatedAt },
    };
  }

  /** For whoever has the address of the link. */
  shared(link: PaymentLink, merchant: MerchantProfile): SharedLinkView {
    return { ...sharedPart(link), merchant: this.intentViews.merchantView(merchant, link.currency) };
  }
}

function sharedPart(link: PaymentLink): Omit<SharedLinkView, 'merchant'> {
  const { linkId: id, status, mode, amount, minAmount, maxAmount, currency, description } = link;
  const { exponent: currencyExponent } = currencies[currency];
  return {
    ...{ id, object: 'payment_link', status, mode, amount, minAmount, maxAmount },
    ...{ currency, currencyExponent, description },
  };
}
