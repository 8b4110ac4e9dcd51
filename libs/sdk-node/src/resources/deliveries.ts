import type { Delivery, DeliveryWithAttempts } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions } from '../transport.js';

/** Events on their way to endpoints. */
export class Deliveries {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Reads a delivery with its attempts. */
  retrieve(id: string, options?: CallOptions): ApiPromise<DeliveryWithAttempts> {
    const call = { method: 'GET', path: '/deliveries/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getDelivery'>(call, options));
  }

  /** Makes a delivery due now, whatever its status. */
  redeliver(id: string, options?: CallOptions): ApiPromise<Delivery> {
    const call = { method: 'POST', path: '/deliveries/{id}/redeliver', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'redeliver'>(call, options));
  }
}
