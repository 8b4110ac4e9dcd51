import type { ListIntentReversalsQuery, ReversalPage } from '@paygate/api-types';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** What operators have taken back of payments after they were paid, in the mode of the client's key. */
export class Reversals {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Lists the reversals of one payment, newest first. */
  listForIntent(
    intentId: string,
    query: ListIntentReversalsQuery = {},
    options?: CallOptions,
  ): ListPromise<ReversalPage> {
    const call = { method: 'GET', path: '/gateway/{id}/reversals', ids: { id: intentId }, query } as const;
    const page = this.#http.call<'listIntentReversals'>(call, options);
    return new ListPromise(page, (startingAfter) => this.listForIntent(intentId, { ...query, startingAfter }, options));
  }
}
