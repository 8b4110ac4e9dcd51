import type { PaymentIntent } from './payment-intent.js';
import type { CheckoutMerchantView, CheckoutStateView } from './checkout/checkout-views.js';
import type { PayerView } from './payment-intent-view.js';
import { currencies } from '../vocabulary/money.js';

/** `merchant`: for a secret key, and for events. `public`: for a front end with a publishable key. */
export type IntentAudience = 'merchant' | 'public';

/** Fields that are not stored with the intent. */
export interface IntentExtras {
  /** Only in the answer that creates the intent. */
  readonly sessionToken?: string;
  readonly checkoutUrl?: string | null;
  /** For the payment page. */
  readonly merchant?: CheckoutMerchantView | undefined;
  /** For the payment page. */
  readonly checkout?: CheckoutStateView | undefined;
}

/**
 * A payment intent as JSON text, in the field order of the contract. The metadata is spliced in as the text that the
 * merchant gave: parsing it would lose key order, long numbers and keys such as `__proto__`.
 */
export function renderPaymentIntent(
  intent: PaymentIntent,
  audience: IntentAudience,
  extras: IntentExtras = {},
): string {
  const isMerchant = audience === 'merchant';
  const { fee, net, reference } = intent;
  const before = JSON.stringify({
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    amount: intent.amount,
    amountRefunded: intent.amountRefunded,
    amountReversed: intent.amountReversed ?? '0',
    ...(isMerchant ? { fee: fee ?? null, net: net ?? null } : {}),
    currency: intent.currency,
    currencyExponent: currencies[intent.currency].exponent,
    description: intent.description ?? null,
  });
  const after = JSON.stringify({
    ...(isMerchant ? { reference: reference ?? null, tillId: intent.tillId ?? null } : {}),
    userId: intent.userId ?? null,
    retryOf: intent.retryOf ?? null,
    paymentMethod: intent.paymentMethod ?? null,
    mode: intent.mode,
    ...(extras.sessionToken === undefined ? {} : { sessionToken: extras.sessionToken }),
    checkoutUrl: extras.checkoutUrl ?? null,
    returnUrl: intent.returnUrl ?? null,
    cancelUrl: intent.cancelUrl ?? null,
    payer: payerOf(intent, audience),
    nextAction: intent.nextAction ?? null,
    failure: intent.failure ?? null,
    chargeId: intent.chargeId ?? null,
    providerReference: intent.providerReference ?? null,
    version: intent.version,
    createdAt: intent.createdAt,
    updatedAt: intent.updatedAt,
    expiresAt: intent.expiresAt,
    completedAt: intent.completedAt ?? null,
    ...(extras.merchant === undefined ? {} : { merchant: extras.merchant }),
    ...(extras.checkout === undefined ? {} : { checkout: extras.checkout }),
  });
  const metadata = isMerchant ? `"metadata":${intent.metadata},` : '';
  return `${before.slice(0, -1)},${metadata}${after.slice(1)}`;
}

/** A front end sees the phone that it asked to pay, and no user: whoever has the address of the page may read it. */
function payerOf(intent: PaymentIntent, audience: IntentAudience): PayerView | null {
  const { payer, payerId = null, walletPhoneMasked = null } = intent;
  const [userId, ofWallet] = audience === 'merchant' ? [payerId, walletPhoneMasked] : [null, null];
  const { phoneMasked = ofWallet, operator = null } = payer ?? {};
  return userId === null && phoneMasked === null ? null : { userId, phoneMasked, operator };
}
