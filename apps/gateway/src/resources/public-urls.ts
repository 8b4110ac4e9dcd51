import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, PaymentIntent } from '@paygate/contracts';
import { GatewayConfig } from '../config.js';
import { CheckoutTokens } from '../credentials/tokens/checkout-tokens.js';
import { ReceiptTokens } from '../credentials/tokens/receipt-tokens.js';

/** The path of logos, below the public address of the gateway. */
export const LOGOS_PATH = '/logos';
/** The path of QR codes of payment links, each beside its link. */
export const LINKS_PATH = '/payment-links';

/** Addresses under which customers reach this gateway. Null while its public address is not configured. */
@Injectable()
export class PublicUrls {
  constructor(
    private readonly config: GatewayConfig,
    private readonly tokens: CheckoutTokens,
    private readonly receipts: ReceiptTokens,
  ) {}

  /** The payment page of an intent, which anyone with the address may open; null where there is none. */
  checkout({ id: intentId, merchantId, mode }: Pick<PaymentIntent, 'id' | 'merchantId' | 'mode'>): string | null {
    return this.#page(() => this.tokens.mint({ intentId, merchantId, mode }));
  }

  /** The page that proves the receipt of a payment to whoever holds it; null where there is none. */
  receipt(intent: IntentOfMerchant): string | null {
    return this.#page(() => this.receipts.mint(intent));
  }

  /** The page of a payment link, which anyone with the address may open; null where there is none. */
  paymentLink(linkId: string): string | null {
    return this.#page(() => linkId);
  }

  /** The QR code of that address. */
  linkQrCode(linkId: string): string | null {
    const { PUBLIC_URL } = this.config;
    return this.paymentLink(linkId) === null ? null : `${PUBLIC_URL ?? ''}${LINKS_PATH}/${linkId}/qr.svg`;
  }

  logo(logoId: string | null): string | null {
    const { PUBLIC_URL } = this.config;
    return PUBLIC_URL === undefined || logoId === null ? null : `${PUBLIC_URL}${LOGOS_PATH}/${logoId}`;
  }

  /** A page of the service of the payment page. */
  #page(reference: () => string): string | null {
    const { PUBLIC_URL, CHECKOUT_URL } = this.config;
    return PUBLIC_URL === undefined || CHECKOUT_URL === undefined ? null : `${PUBLIC_URL}/checkout/${reference()}`;
  }
}
