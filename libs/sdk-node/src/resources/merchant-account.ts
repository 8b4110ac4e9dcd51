import type { Merchant, UpdateMerchantRequest } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions } from '../transport.js';

/** The merchant account of the client's key. */
export class MerchantAccount {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  retrieve(options?: CallOptions): ApiPromise<Merchant> {
    return new ApiPromise(this.#http.call<'getMerchant'>({ method: 'GET', path: '/merchant' }, options));
  }

  /** Changes the fields that are given. */
  update(params: UpdateMerchantRequest, options?: CallOptions): ApiPromise<Merchant> {
    const call = { method: 'PATCH', path: '/merchant', body: params } as const;
    return new ApiPromise(this.#http.call<'updateMerchant'>(call, options));
  }
}
