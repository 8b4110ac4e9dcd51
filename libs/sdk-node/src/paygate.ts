import type { AnyRequest } from './http/any-operation.js';
import { checkPath } from './http/any-operation.js';
import { ApiPromise } from './http/api-promise.js';
import type { Call } from './http/http-client.js';
import { HttpClient } from './http/http-client.js';
import { ListPromise, type Page } from './http/list-promise.js';
import type { PaygateOptions } from './options.js';
import { settingsOf } from './options.js';
import { ApiKeys } from './resources/api-keys.js';
import { Balance } from './resources/balance.js';
import { Customers } from './resources/customers.js';
import { Deliveries } from './resources/deliveries.js';
import { Metrics } from './resources/metrics.js';
import { Events } from './resources/events.js';
import { MerchantAccount } from './resources/merchant-account.js';
import { Operators } from './resources/operators.js';
import { PaymentIntents } from './resources/payment-intents.js';
import { PaymentLinks } from './resources/payment-links.js';
import { PayoutBatches } from './resources/payout-batches.js';
import { Payouts } from './resources/payouts.js';
import { Refunds } from './resources/refunds.js';
import { Reversals } from './resources/reversals.js';
import { Till } from './resources/till.js';
import { Inbox } from './resources/test-inbox.js';
import { WebhookEndpoints } from './resources/webhook-endpoints.js';
import type { WaitOptions, WithResponse } from './transport.js';
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
  readonly reversals: Reversals;
  readonly balance: Balance;
  readonly payouts: Payouts;
  readonly payoutBatches: PayoutBatches;
  readonly apiKeys: ApiKeys;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly metrics: Metrics;
  readonly customers: Customers;
  readonly operators: Operators;
  readonly till: Till;
  readonly testInbox: Inbox;
  readonly merchant: MerchantAccount;
  readonly webhooks = webhooks;

  readonly #http: HttpClient;

  constructor(options: PaygateOptions) {
    const http = new HttpClient(settingsOf(options));
    this.#http = http;
    this.paymentIntents = new PaymentIntents(http);
    this.paymentLinks = new PaymentLinks(http);
    this.refunds = new Refunds(http);
    this.reversals = new Reversals(http);
    this.balance = new Balance(http);
    this.payouts = new Payouts(http);
    this.payoutBatches = new PayoutBatches(http);
    this.apiKeys = new ApiKeys(http);
    this.webhookEndpoints = new WebhookEndpoints(http);
    this.events = new Events(http);
    this.deliveries = new Deliveries(http);
    this.metrics = new Metrics(http);
    this.customers = new Customers(http);
    this.operators = new Operators(http);
    this.till = new Till(http);
    this.testInbox = new Inbox(http);
    this.merchant = new MerchantAccount(http);
  }

  /** Sends a request of any operation, with the retries and errors of the other calls. The caller names the type of the answer. */
  request<Answer = unknown>(request: AnyRequest, options?: WaitOptions): ApiPromise<Answer> {
    return new ApiPromise(this.#send<Answer>(request, options));
  }

  /**
   * Every object of any list with cursors: `for await` reads its pages as they are needed, and `.pages()` gives them whole. The caller names
   * the type of the objects.
   */
  listAll<Item = unknown>(request: Omit<AnyRequest, 'method'>, options?: WaitOptions): ListPromise<Page<Item>> {
    const page = this.#send<Page<Item>>({ ...request, method: 'GET' }, options);
    const { query = {} } = request;
    const turn = 'endingBefore' in query ? 'endingBefore' : 'startingAfter';
    return new ListPromise(page, (cursor) =>
      this.listAll<Item>({ ...request, query: { ...query, [turn]: cursor } }, options),
    );
  }

  async #send<Answer>(request: AnyRequest, options: WaitOptions | undefined): Promise<WithResponse<Answer>> {
    checkPath(request.path);
    // the types of the client name an operation in each call; this one is of any
    const call = request as unknown as Call<'getMerchant'>;
    return (await this.#http.call(call, options)) as WithResponse<unknown> as WithResponse<Answer>;
  }
}
