import type {
  CreateRefundRequest,
  ListIntentRefundsQuery,
  ListRefundsQuery,
  Refund,
  RefundPage,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** Money that goes back to whoever paid, in the mode of the client's key. */
export class Refunds {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Refunds a payment: `amount` of it, or everything that is left. Each call is a refund of its own, whose retries have one key. Name a key
   * of your own where a restarted process may repeat the call.
   */
  create(intentId: string, params: CreateRefundRequest = {}, options?: CallOptions): ApiPromise<Refund> {
    const call = { method: 'POST', path: '/gateway/{id}/refunds', ids: { id: intentId }, body: params } as const;
    return new ApiPromise(this.#http.call<'createRefund'>(call, options));
  }

  retrieve(id: string, options?: CallOptions): ApiPromise<Refund> {
    const call = { method: 'GET', path: '/refunds/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getRefund'>(call, options));
  }

  /** Lists refunds, newest first. */
  list(query: ListRefundsQuery = {}, options?: CallOptions): ListPromise<RefundPage> {
    const page = this.#http.call<'listRefunds'>({ method: 'GET', path: '/refunds', query }, options);
    return new ListPromise(page, (startingAfter) => this.list({ ...query, startingAfter }, options));
  }

  /** Lists the refunds of one payment, newest first. */
  listForIntent(intentId: string, query: ListIntentRefundsQuery = {}, options?: CallOptions): ListPromise<RefundPage> {
    const call = { method: 'GET', path: '/gateway/{id}/refunds', ids: { id: intentId }, query } as const;
    const page = this.#http.call<'listIntentRefunds'>(call, options);
    return new ListPromise(page, (startingAfter) => this.listForIntent(intentId, { ...query, startingAfter }, options));
  }
}
