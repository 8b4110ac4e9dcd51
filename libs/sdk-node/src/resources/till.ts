import type {
  AskPhoneRequest,
  CreateTillPaymentRequest,
  PaymentIntent,
  TillCharge,
  TillDay,
  TillList,
} from '@paygate/api-types';
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

  /** Makes a payment whose `checkoutUrl` a counter shows as a QR code. */
  pay(params: CreateTillPaymentRequest, options?: CallOptions): ApiPromise<PaymentIntent> {
    return new ApiPromise(
      this.#http.call<'createTillPayment'>({ method: 'POST', path: '/till/payments', body: params }, options),
    );
  }

  /** Lists the tills of the account, revoked ones included. */
  list(options?: CallOptions): ApiPromise<TillList> {
    return new ApiPromise(this.#http.call<'listTills'>({ method: 'GET', path: '/tills' }, options));
  }

  /** Reads the word of the day, which the screen of a till shows, and whether the account asks phones. */
  day(options?: CallOptions): ApiPromise<TillDay> {
    return new ApiPromise(this.#http.call<'getTillDay'>({ method: 'GET', path: '/till/day' }, options));
  }
}
