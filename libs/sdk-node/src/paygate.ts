import { HttpClient } from './http/http-client.js';
import type { PaygateOptions } from './options.js';
import { settingsOf } from './options.js';
import { ApiKeys } from './resources/api-keys.js';
import { Balance } from './resources/balance.js';
import { Customers } from './resources/customers.js';
import { Deliveries } from './resources/deliveries.js';
import { Metrics } from './resources/metrics.js';
import { Events } from './resources/events.js';
import { MerchantAccount } from './resources/merchant-account.js';
import { PaymentIntents } from './resources/payment-intents.js';
import { PaymentLinks } from './resources/payment-links.js';
import { Payouts } from './resources/payouts.js';
import { Refunds } from './resources/refunds.js';
import { Inbox } from './resources/test-inbox.js';
import { WebhookEndpoints } from './resources/webhook-endpoints.js';
import { webhooks } from './webhooks/webhooks.js';

/**
 * The client of a merchant's server.
 * @throws TypeError when an option is wrong
 */
export class Paygate {
  /** Verifies deliveries; needs no client. */
  static readonly webhooks = webhooks;

  readonly paymentIntents: PaymentIntents;
  readonly paymentLinks: PaymentLinks;
  readonly refunds: Refunds;
  readonly balance: Balance;
  readonly payouts: Payouts;
  readonly apiKeys: ApiKeys;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly metrics: Metrics;
  readonly customers: Customers;
  readonly testInbox: Inbox;
  readonly merchant: MerchantAccount;
  readonly webhooks = webhooks;

  constructor(options: PaygateOptions) {
    const http = new HttpClient(settingsOf(options));
    this.paymentIntents = new PaymentIntents(http);
    this.paymentLinks = new PaymentLinks(http);
    this.refunds = new Refunds(http);
    this.balance = new Balance(http);
    this.payouts = new Payouts(http);
    this.apiKeys = new ApiKeys(http);
    this.webhookEndpoints = new WebhookEndpoints(http);
    this.events = new Events(http);
    this.deliveries = new Deliveries(http);
    this.metrics = new Metrics(http);
    this.customers = new Customers(http);
    this.testInbox = new Inbox(http);
    this.merchant = new MerchantAccount(http);
  }
}
