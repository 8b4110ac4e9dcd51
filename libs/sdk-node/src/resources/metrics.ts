import type { GetPaymentMetricsQuery, PaymentMetrics } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions } from '../transport.js';

/** Counts of payments. */
export class Metrics {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Reads counts, volume, success rate and reasons of failure by hour or day. */
  payments(query: GetPaymentMetricsQuery = {}, options?: CallOptions): ApiPromise<PaymentMetrics> {
    const call = { method: 'GET', path: '/metrics/payments', query } as const;
    return new ApiPromise(this.#http.call<'getPaymentMetrics'>(call, options));
  }
}
