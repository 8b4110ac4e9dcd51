import type { AskPhoneRequest, TillCharge, TillDay } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions, WaitOptions } from '../transport.js';

/** Payments at a counter, in the mode of the client's key. */
export class Till {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Asks a phone to pay: its payer confirms by the operator's PIN alone. The outcome comes by webhook, and `paymentIntents.retrieveById` of
   * `intentionId` reads it. `waitSeconds` waits for it.
   */
  ask(params: AskPhoneRequest, options?: WaitOptions): ApiPromise<TillCharge> {
    return new ApiPromise(
      this.#http.call<'askPhone'>({ method: 'POST', path: '/till/charges', body: params }, options),
    );
  }

  /** Reads the word of the day, which the screen of a till shows, and whether the account asks phones. */
  day(options?: CallOptions): ApiPromise<TillDay> {
    return new ApiPromise(this.#http.call<'getTillDay'>({ method: 'GET', path: '/till/day' }, options));
  }
}
