import type {
  AddPayoutBatchRowsRequest,
  CreatePayoutBatchRequest,
  ListPayoutBatchesQuery,
  ListPayoutBatchRowsQuery,
  PayoutBatch,
  PayoutBatchPage,
  PayoutBatchRowPage,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** Payouts to many recipients, in the mode of the client's key. Members of the account approve them in the dashboard: no key can. */
export class PayoutBatches {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates a draft, with up to 100 rows. Further ones are added to it. */
  create(params: CreatePayoutBatchRequest, options?: CallOptions): ApiPromise<PayoutBatch> {
    const call = { method: 'POST', path: '/payout-batches', body: params } as const;
    return new ApiPromise(this.#http.call<'createPayoutBatch'>(call, options));
  }

  retrieve(id: string, options?: CallOptions): ApiPromise<PayoutBatch> {
    const call = { method: 'GET', path: '/payout-batches/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getPayoutBatch'>(call, options));
  }

  /** Lists batches, newest first. */
  list(query: ListPayoutBatchesQuery = {}, options?: CallOptions): ListPromise<PayoutBatchPage> {
    const page = this.#http.call<'listPayoutBatches'>({ method: 'GET', path: '/payout-batches', query }, options);
    return new ListPromise(page, (startingAfter) => this.list({ ...query, startingAfter }, options));
  }

  /** Adds up to 100 rows to a draft, or replaces those with the same numbers. */
  addRows(id: string, params: AddPayoutBatchRowsRequest, options?: CallOptions): ApiPromise<PayoutBatch> {
    const call = { method: 'POST', path: '/payout-batches/{id}/rows', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'addPayoutBatchRows'>(call, options));
  }

  /** Lists the rows of a batch in the order of their numbers, each with the status of its payout. */
  rows(id: string, query: ListPayoutBatchRowsQuery = {}, options?: CallOptions): ListPromise<PayoutBatchRowPage> {
    const call = { method: 'GET', path: '/payout-batches/{id}/rows', ids: { id }, query } as const;
    const page = this.#http.call<'listPayoutBatchRows'>(call, options);
    return new ListPromise(page, (startingAfter) => this.rows(id, { ...query, startingAfter }, options));
  }

  /** Ends the draft: its rows never change again, and the batch waits for its approval. */
  seal(id: string, options?: CallOptions): ApiPromise<PayoutBatch> {
    const call = { method: 'POST', path: '/payout-batches/{id}/seal', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'sealPayoutBatch'>(call, options));
  }

  /** Sends no further row. Members resume the batch in the dashboard. */
  pause(id: string, options?: CallOptions): ApiPromise<PayoutBatch> {
    const call = { method: 'POST', path: '/payout-batches/{id}/pause', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'pausePayoutBatch'>(call, options));
  }

  /** Ends a batch that was not approved, and cancels the rows of an approved one of which nothing was sent. */
  cancel(id: string, options?: CallOptions): ApiPromise<PayoutBatch> {
    const call = { method: 'POST', path: '/payout-batches/{id}/cancel', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'cancelPayoutBatch'>(call, options));
  }
}
