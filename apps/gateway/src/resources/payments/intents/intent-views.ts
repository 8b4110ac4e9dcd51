import { Injectable } from '@nestjs/common';
import type {
  CheckoutMerchantView,
  CheckoutOperatorView,
  IntentAudience,
  IntentExtras,
  MerchantProfile,
  OperatorView,
  Payable,
  PaymentIntent,
  PaymentMethod,
} from '@paygate/contracts';
import { paymentMethodsOf, renderPaymentIntent } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { OperatorStates } from '../../operators/operator-states.js';
import { PublicUrls } from '../../public-urls.js';
import { CheckoutStates } from './checkout-states.js';

/** Payment intents as answers show them: with the address of their payment page. */
@Injectable()
export class IntentViews {
  constructor(
    private readonly urls: PublicUrls,
    private readonly checkoutStates: CheckoutStates,
    private readonly operatorStates: OperatorStates,
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
    const operators = await this.operatorStates.of(intent.mode, request.id);
    const merchant = this.merchantView(request.checkout.merchant, intent, operators);
    return { merchant, checkout: await this.checkoutStates.of(intent, request.id) };
  }

  /** A merchant as the pages for customers show it. `operators` are those of the mode; absent while they are not known. */
  merchantView(merchant: MerchantProfile, payable: Payable, operators?: readonly OperatorView[]): CheckoutMerchantView {
    const { name, logoId, supportContact, languages, guestPayments, smsReceipts = false } = merchant;
    const { email, phone, url } = supportContact;
    return {
      ...{ name, logoUrl: this.urls.logo(logoId), supportContact: { email, phone, url }, languages },
      paymentMethods: methodsWith(operators, payable),
      ...(operators === undefined ? {} : { operators: operators.map(shownOperator) }),
      guestPayments,
      smsReceipts,
    };
  }
}

/**
 * The methods of a payment, the most usual one first: mobile money only where the mode has an operator that collects its currency, and a
 * wallet where one can be filled: in test mode, whose wallets the installation fills, and in live mode where such an operator is.
 */
function methodsWith(operators: readonly OperatorView[] | undefined, payable: Payable): PaymentMethod['type'][] {
  const isCollected = operators?.some(({ currencies }) => currencies.includes(payable.currency)) ?? true;
  return paymentMethodsOf(payable)
    .filter((method) => isCollected || (method === 'wallet' && payable.mode === 'test'))
    .toReversed();
}

function shownOperator({ operator, promptName, dial, state }: OperatorView): CheckoutOperatorView {
  return { operator, promptName, dial, state };
}
