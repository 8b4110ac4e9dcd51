import type {
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
  PaymentLink,
  PaymentLinkPage,
  UpdatePaymentLinkRequest,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** Addresses by which anyone who has them can pay, in the mode of the client's key. */
export class PaymentLinks {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates a link. Without `amount` the payer names it. The address to share is `url`. */
  create(params: CreatePaymentLinkRequest, options?: CallOptions): ApiPromise<PaymentLink> {
    const call = { method: 'POST', path: '/payment-links', body: params } as const;
    return new ApiPromise(this.#http.call<'createPaymentLink'>(call, options));
  }

  retrieve(id: string, options?: CallOptions): ApiPromise<PaymentLink> {
    const call = { method: 'GET', path: '/payment-links/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getPaymentLink'>(call, options));
  }

  /** Lists links, newest first. */
  list(query: ListPaymentLinksQuery = {}, options?: CallOptions): ListPromise<PaymentLinkPage> {
    const page = this.#http.call<'listPaymentLinks'>({ method: 'GET', path: '/payment-links', query }, options);
    return new ListPromise(page, (startingAfter) => this.list({ ...query, startingAfter }, options));
  }

  /**
   * Changes the text, return URL, uses or end of a link, or deactivates it with `active: false`: no payment begins by it any more. An
   * absent parameter stays as it is, and null removes it.
   */
  update(id: string, params: UpdatePaymentLinkRequest, options?: CallOptions): ApiPromise<PaymentLink> {
    const call = { method: 'PATCH', path: '/payment-links/{id}', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'updatePaymentLink'>(call, options));
  }
}
