import { Injectable } from '@nestjs/common';
import { headers } from '@paygate/contracts';
import { Checkout } from '../edge/listener/checkout.js';
import { CheckoutPayments, tokenRefused } from './checkout-payments.js';
import { textOf } from './credential-headers.js';
import type { IncomingRequest } from './incoming-request.js';
import { CheckoutTokens } from './tokens/checkout-tokens.js';
import { UserTokens } from './tokens/user-tokens.js';

/**
 * Authenticates the payment page for one intent by its checkout token, which stands for a publishable key of the merchant and the
 * session token of the intent. Origins of keys do not apply: the page is Paygate's own. Once the intent is terminal, the token reads
 * it and has its receipt sent, and does nothing else. From any other sender the token is no credential.
 */
@Injectable()
export class CheckoutStrategy {
  constructor(
    private readonly checkout: Checkout,
    private readonly tokens: CheckoutTokens,
    private readonly payments: CheckoutPayments,
    private readonly userTokens: UserTokens,
  ) {}

  appliesTo({ operation, request }: IncomingRequest): boolean {
    const isGiven = textOf(request.headers[headers.checkoutToken]) !== undefined;
    const isForPages = operation.key === 'publishable' || operation.takesCheckoutToken === true;
    return isGiven && isForPages && this.checkout.isSenderOf(request.raw);
  }

  async authenticate(incoming: IncomingRequest): Promise<void> {
    const { context, request, operation } = incoming;
    const owned = this.tokens.intentOf(textOf(request.headers[headers.checkoutToken]) ?? '');
    if (owned === undefined) throw tokenRefused('The checkout token is not genuine.');
    const { caller, merchant, sessionToken, countedFor } = await this.payments.admit(owned, incoming);
    request.caller = caller;
    request.checkout = { intentId: owned.intentId, countedFor, merchant };
    // from here on it is the session of this one intent, whatever the request has sent
    request.headers[headers.sessionToken] = sessionToken;
    await this.userTokens.verify(context, operation, caller);
  }
}
