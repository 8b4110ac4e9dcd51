import { Injectable } from '@nestjs/common';
import type { MerchantProfile, PaymentLink } from '@paygate/contracts';
import { currencies, PaymentLinkView, SharedLinkView } from '@paygate/contracts';
import { viewsOf } from '../views.js';
import { IntentViews } from '../payments/intents/intent-views.js';
import { PublicUrls } from '../public-urls.js';

const owned = viewsOf(PaymentLinkView);
const shared = viewsOf(SharedLinkView);

/** Payment links as answers show them. */
@Injectable()
export class LinkViews {
  constructor(
    private readonly urls: PublicUrls,
    private readonly intentViews: IntentViews,
  ) {}

  /** For the merchant. */
  owned(link: PaymentLink): PaymentLinkView {
    const addresses = { url: this.urls.paymentLink(link.linkId), qrCodeUrl: this.urls.linkQrCode(link.linkId) };
    return owned({ ...publicPart(link), ...addresses });
  }

  /** The view for anyone who has the address of the link. */
  shared(link: PaymentLink, merchant: MerchantProfile): SharedLinkView {
    return shared({ ...publicPart(link), merchant: this.intentViews.merchantView(merchant, link) });
  }
}

function publicPart({ linkId: id, ...link }: PaymentLink) {
  const { exponent: currencyExponent } = currencies[link.currency];
  return { id, object: 'payment_link' as const, ...link, currencyExponent };
}
