import type { AskPhoneRequest, TillCharge } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions } from '../transport.js';

/** Payments at a counter, in the mode of the client's key. */
export class Till {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Asks a phone to pay: its payer confirms by the operator's PIN alone. The outcome comes by webhook, and `paymentIntents.retrieve` of
   * `intentionId` reads it.
   */
  ask(params: AskPhoneRequest, options?: CallOptions): ApiPromise<TillCharge> {
    return new ApiPromise(
      this.#http.call<'askPhone'>({ method: 'POST', path: '/till/charges', body: params }, options),
    );
  }
}
