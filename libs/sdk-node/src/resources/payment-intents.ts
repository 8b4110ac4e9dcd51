import type {
  CreatedPaymentIntent,
  CreateIntentRequest,
  ListIntentsQuery,
  PayerNumber,
  PaymentIntent,
  PaymentIntentPage,
  Receipt,
  SearchIntentsRequest,
  SendReceiptRequest,
  Timeline,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions, WaitOptions } from '../transport.js';

/** The filters of a list of intents: one status or several. */
export type ListIntentsParams = Omit<ListIntentsQuery, 'status'> & {
  readonly status?: IntentStatusFilter | readonly IntentStatusFilter[];
};
type IntentStatusFilter = NonNullable<ListIntentsQuery['status']>[number];

/** Payments from their creation to their outcome. */
export class PaymentIntents {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates an intent. `amount` is a string of digits in the currency's minor unit: for XAF, '5000' is 5 000 FCFA. */
  create(params: CreateIntentRequest, options?: CallOptions): ApiPromise<CreatedPaymentIntent> {
    return new ApiPromise(this.#http.call<'createIntent'>({ method: 'POST', path: '/gateway', body: params }, options));
  }

  /** Reads the intent of a session token. While it is PROCESSING, `waitSeconds` waits for the outcome. */
  retrieve(sessionToken: string, options?: WaitOptions): ApiPromise<PaymentIntent> {
    const call = { method: 'GET', path: '/gateway/session', sessionToken: tokenIn(sessionToken) } as const;
    // with a secret key the answer is the whole intent; the document describes the view of a publishable one
    return new ApiPromise(this.#http.call<'getIntentBySession'>(call, options)) as ApiPromise<PaymentIntent>;
  }

  /** Reads an intent by its id. While it is PROCESSING, `waitSeconds` waits for the outcome. */
  retrieveById(id: string, options?: WaitOptions): ApiPromise<PaymentIntent> {
    return new ApiPromise(this.#http.call<'getIntent'>({ method: 'GET', path: '/gateway/{id}', ids: { id } }, options));
  }

  /** Reads the phone number that paid, in full. Each read of a number is recorded in the account's audit trail. */
  retrievePayer(id: string, options?: CallOptions): ApiPromise<PayerNumber> {
    const call = { method: 'GET', path: '/gateway/{id}/payer', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'readPayer'>(call, options));
  }

  /** Lists intents, newest first. */
  list(params: ListIntentsParams = {}, options?: CallOptions): ListPromise<PaymentIntentPage> {
    const { status, ...others } = params;
    const query = { ...others, ...(status === undefined ? {} : { status: [status].flat() }) };
    const page = this.#http.call<'listIntents'>({ method: 'GET', path: '/gateway', query }, options);
    const direction = params.endingBefore === undefined ? 'startingAfter' : 'endingBefore';
    return new ListPromise(page, (cursor) => this.list({ ...params, [direction]: cursor }, options));
  }

  /** Finds the payments by mobile money of one phone, newest first. The number travels in the body, not in the URL. */
  search(params: SearchIntentsRequest, options?: CallOptions): ListPromise<PaymentIntentPage> {
    const page = this.#http.call<'searchIntents'>({ method: 'POST', path: '/gateway/search', body: params }, options);
    const direction = (params.endingBefore ?? undefined) === undefined ? 'startingAfter' : 'endingBefore';
    return new ListPromise(page, (cursor) => this.search({ ...params, [direction]: cursor }, options));
  }

  /** Reads what happened to an intent, from its creation to the deliveries of its events. */
  timeline(id: string, options?: CallOptions): ApiPromise<Timeline> {
    const call = { method: 'GET', path: '/gateway/{id}/timeline', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getIntentTimeline'>(call, options));
  }

  /** Ends an intent that was not charged. */
  cancel(id: string, options?: CallOptions): ApiPromise<PaymentIntent> {
    const call = { method: 'POST', path: '/gateway/{id}/cancel', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'cancelIntent'>(call, options));
  }

  /** Sends the receipt of a completed payment to whoever paid it, at most three times. */
  sendReceipt(id: string, params: SendReceiptRequest, options?: CallOptions): ApiPromise<Receipt> {
    const call = { method: 'POST', path: '/gateway/{id}/receipt', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'sendReceipt'>(call, options));
  }
}

function tokenIn(sessionToken: unknown): string {
  if (typeof sessionToken === 'string' && /^sess_[\x21-\x7e]+$/.test(sessionToken)) return sessionToken;
  throw new TypeError('retrieve takes the sessionToken of a created intent; for an id (pi_…) there is retrieveById');
}
