import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, IntentStatus, MerchantProfile, Operation, PaymentIntent } from '@paygate/contracts';
import { getIntent, headers, idPrefixes } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import { accepted } from '../edge/answers.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import type { Caller } from './caller.js';
import { textOf } from './credential-headers.js';
import type { IncomingRequest } from './incoming-request.js';
import { MerchantProfiles } from './merchant-profiles.js';
import { SessionTokens } from './tokens/session-tokens.js';
import { versionOf } from './version-pins.js';

const terminal: readonly IntentStatus[] = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'];

/** A payment whose page may act. */
interface Admitted {
  readonly caller: Caller;
  readonly merchant: MerchantProfile;
  readonly sessionToken: string;
  /** The intent whose phones are counted: of a further try, the first one of the order. */
  readonly countedFor: string;
}

/** Merchants and intents of payment pages, which are asked about on each request: there are few of them. */
@Injectable()
export class CheckoutPayments {
  constructor(
    private readonly bus: CommandBus,
    private readonly merchants: MerchantProfiles,
    private readonly limits: RateLimits,
    private readonly sessions: SessionTokens,
  ) {}

  async admit(owned: IntentOfMerchant, { request, reply, operation, address }: IncomingRequest): Promise<Admitted> {
    const { merchantId, mode, intentId } = owned;
    const holder = { merchantId, mode, type: 'publishable' as const, apiKeyId: pageKeyOf(merchantId) };
    const named = textOf(request.headers[headers.apiVersion]);
    void reply.header(headers.apiVersion, versionOf(named, undefined));
    await this.limits.ofCaller(holder, { operation, address, reply });
    const [merchant, intent] = await Promise.all([
      this.merchants.active(owned, request.id),
      mayHaveEnded(operation) ? undefined : this.openIntent(owned, request.id),
    ]);
    const { name: merchantName, customerSignIn, otherPhones, guestPayments } = merchant;
    const apiVersion = versionOf(named, merchant.apiVersion);
    void reply.header(headers.apiVersion, apiVersion);
    const settings = { merchantName, customerSignIn, otherPhones, guestPayments, apiVersion };
    const caller = { ...holder, ...settings, address, unreadable: [], readsPayers: false };
    const sessionToken = intent === undefined ? this.sessions.mintBare(intentId) : this.sessions.mint(intent);
    return { caller, merchant, sessionToken, countedFor: intent?.retryOf ?? intentId };
  }

  private async openIntent(owned: IntentOfMerchant, requestId: string): Promise<PaymentIntent> {
    const { data } = accepted(await this.bus.send(getIntent, owned, { requestId }));
    if (terminal.includes(data.status)) throw tokenRefused('The payment has ended.');
    return data;
  }
}

function mayHaveEnded({ method, takesCheckoutToken }: Operation): boolean {
  return method === 'GET' || takesCheckoutToken === true;
}

/** The id under which limits and audit records count the payment page of a merchant. It is no key's. */
function pageKeyOf(merchantId: string): string {
  return `${idPrefixes.apiKey}_${merchantId.slice(idPrefixes.merchant.length + 1)}`;
}

/** The refusal of a checkout token. */
export function tokenRefused(detail: string): PaygateError {
  return new PaygateError('session_token_invalid', { detail, param: headers.checkoutToken });
}
