import type {
  CreateWebhookEndpointRequest,
  DeliveryPage,
  DeliveryWithAttempts,
  IssuedWebhookEndpoint,
  ListWebhookEndpointDeliveriesQuery,
  RecoverRequest,
  Recovery,
  RotateWebhookSecretRequest,
  UpdateWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookEndpointPage,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** The URLs that receive events, in the mode of the client's key. */
export class WebhookEndpoints {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates an endpoint. The answer shows its secret once. */
  create(params: CreateWebhookEndpointRequest, options?: CallOptions): ApiPromise<IssuedWebhookEndpoint> {
    const call = { method: 'POST', path: '/webhook-endpoints', body: params } as const;
    return new ApiPromise(this.#http.call<'createWebhookEndpoint'>(call, options));
  }

  /** Lists all endpoints, newest first. They are one page. */
  list(options?: CallOptions): ListPromise<WebhookEndpointPage> {
    const call = { method: 'GET', path: '/webhook-endpoints' } as const;
    return new ListPromise(this.#http.call<'listWebhookEndpoints'>(call, options), () => this.list(options));
  }

  retrieve(id: string, options?: CallOptions): ApiPromise<WebhookEndpoint> {
    const call = { method: 'GET', path: '/webhook-endpoints/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getWebhookEndpoint'>(call, options));
  }

  /** Changes an endpoint; `status` pauses it or enables it again. */
  update(id: string, params: UpdateWebhookEndpointRequest, options?: CallOptions): ApiPromise<WebhookEndpoint> {
    const call = { method: 'PATCH', path: '/webhook-endpoints/{id}', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'updateWebhookEndpoint'>(call, options));
  }

  delete(id: string, options?: CallOptions): ApiPromise<undefined> {
    const call = { method: 'DELETE', path: '/webhook-endpoints/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'deleteWebhookEndpoint'>(call, options));
  }

  /** Lists the deliveries to an endpoint, those of the newest events first. */
  deliveries(
    id: string,
    query: ListWebhookEndpointDeliveriesQuery = {},
    options?: CallOptions,
  ): ListPromise<DeliveryPage> {
    const call = { method: 'GET', path: '/webhook-endpoints/{id}/deliveries', ids: { id }, query } as const;
    const page = this.#http.call<'listWebhookEndpointDeliveries'>(call, options);
    return new ListPromise(page, (startingAfter) => this.deliveries(id, { ...query, startingAfter }, options));
  }

  /** Sends the event `endpoint.ping` to an endpoint, once. The answer has the attempt. */
  test(id: string, options?: CallOptions): ApiPromise<DeliveryWithAttempts> {
    const call = { method: 'POST', path: '/webhook-endpoints/{id}/test', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'testWebhookEndpoint'>(call, options));
  }

  /** Begins to send the events of a range of time again. */
  recover(id: string, params: RecoverRequest, options?: CallOptions): ApiPromise<Recovery> {
    const call = { method: 'POST', path: '/webhook-endpoints/{id}/recover', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'recoverWebhookEndpoint'>(call, options));
  }

  /** Reads how far a recovery has come. */
  retrieveRecovery(id: string, recoveryId: string, options?: CallOptions): ApiPromise<Recovery> {
    const path = '/webhook-endpoints/{id}/recoveries/{recoveryId}';
    const call = { method: 'GET', path, ids: { id, recoveryId } } as const;
    return new ApiPromise(this.#http.call<'getRecovery'>(call, options));
  }

  /** Makes a new secret. Until the overlap ends, deliveries are signed with the earlier ones as well. */
  rotateSecret(
    id: string,
    params: RotateWebhookSecretRequest = {},
    options?: CallOptions,
  ): ApiPromise<IssuedWebhookEndpoint> {
    const call = { method: 'POST', path: '/webhook-endpoints/{id}/rotate-secret', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'rotateWebhookSecret'>(call, options));
  }
}
