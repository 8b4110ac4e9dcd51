import type {
  ChangePayoutScheduleRequest,
  CreatePayoutRequest,
  GetPayoutFeeQuery,
  GetPayoutTransactionsQuery,
  ListPayoutsQuery,
  Payout,
  PayoutDestinationList,
  PayoutFee,
  PayoutPage,
  PayoutSchedule,
  PayoutSheet,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** Payouts from the balance to a phone of the merchant, in the mode of the client's key. */
export class Payouts {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Pays out `amount`, its fee included, or everything that is available. Owners register destinations in the dashboard. Each call is a
   * payout of its own, whose retries have one key. Name a key of your own where a restarted process may repeat the call.
   */
  create(params: CreatePayoutRequest, options?: CallOptions): ApiPromise<Payout> {
    return new ApiPromise(this.#http.call<'createPayout'>({ method: 'POST', path: '/payouts', body: params }, options));
  }

  retrieve(id: string, options?: CallOptions): ApiPromise<Payout> {
    const call = { method: 'GET', path: '/payouts/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getPayout'>(call, options));
  }

  /** Lists payouts, newest first. */
  list(query: ListPayoutsQuery = {}, options?: CallOptions): ListPromise<PayoutPage> {
    const page = this.#http.call<'listPayouts'>({ method: 'GET', path: '/payouts', query }, options);
    return new ListPromise(page, (startingAfter) => this.list({ ...query, startingAfter }, options));
  }

  /** Returns the money to the balance, as long as nothing was sent to the operator. */
  cancel(id: string, options?: CallOptions): ApiPromise<Payout> {
    const call = { method: 'POST', path: '/payouts/{id}/cancel', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'cancelPayout'>(call, options));
  }

  /** The sheet of a payout: opening and closing balance, the sums of what it pays, and its transactions in pages, oldest first. */
  transactions(id: string, query: GetPayoutTransactionsQuery = {}, options?: CallOptions): ListPromise<PayoutSheet> {
    const call = { method: 'GET', path: '/payouts/{id}/transactions', ids: { id }, query } as const;
    const page = this.#http.call<'getPayoutTransactions'>(call, options);
    return new ListPromise(page, (startingAfter) => this.transactions(id, { ...query, startingAfter }, options));
  }

  /** Retrieves the fee of a payout, and the amount that would arrive, before it is requested. */
  fee(query: GetPayoutFeeQuery, options?: CallOptions): ApiPromise<PayoutFee> {
    return new ApiPromise(this.#http.call<'getPayoutFee'>({ method: 'GET', path: '/payout-fee', query }, options));
  }

  /** The newest 50 destinations, with the last digits of their numbers, and the operators by which money can be paid out now. */
  destinations(options?: CallOptions): ApiPromise<PayoutDestinationList> {
    const call = { method: 'GET', path: '/payout-destinations' } as const;
    return new ApiPromise(this.#http.call<'listPayoutDestinations'>(call, options));
  }

  /** Retrieves the schedule of automatic payouts. */
  schedule(options?: CallOptions): ApiPromise<PayoutSchedule> {
    return new ApiPromise(this.#http.call<'getPayoutSchedule'>({ method: 'GET', path: '/payout-schedule' }, options));
  }

  /** Changes what is given of the schedule, and keeps the rest. */
  changeSchedule(params: ChangePayoutScheduleRequest, options?: CallOptions): ApiPromise<PayoutSchedule> {
    const call = { method: 'PATCH', path: '/payout-schedule', body: params } as const;
    return new ApiPromise(this.#http.call<'changePayoutSchedule'>(call, options));
  }
}
