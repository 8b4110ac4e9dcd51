import type { Operators as OperatorsOfMode } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions } from '../transport.js';

/** The operators of mobile money, in the mode of the client's key. */
export class Operators {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Lists the operators with their limits, what a payer dials when no prompt comes, and how they are now. */
  list(options?: CallOptions): ApiPromise<OperatorsOfMode> {
    return new ApiPromise(this.#http.call<'listOperators'>({ method: 'GET', path: '/operators' }, options));
  }
}
