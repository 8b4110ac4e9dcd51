import type {
  ApiKey,
  ApiKeyPage,
  CreateApiKeyRequest,
  IssuedApiKey,
  KeyWorkList,
  ListApiKeysQuery,
  RevokeApiKeyRequest,
  RevokedApiKey,
  RotateApiKeyRequest,
  UpdateApiKeyRequest,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** The keys of the merchant account, in the mode of the client's own key. */
export class ApiKeys {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates a key. The answer shows it once. */
  create(params: CreateApiKeyRequest, options?: CallOptions): ApiPromise<IssuedApiKey> {
    return new ApiPromise(
      this.#http.call<'createApiKey'>({ method: 'POST', path: '/api-keys', body: params }, options),
    );
  }

  /** Lists keys, newest first, without the keys themselves. */
  list(query: ListApiKeysQuery = {}, options?: CallOptions): ListPromise<ApiKeyPage> {
    const page = this.#http.call<'listApiKeys'>({ method: 'GET', path: '/api-keys', query }, options);
    return new ListPromise(page, (startingAfter) => this.list({ ...query, startingAfter }, options));
  }

  /** Changes the name or the origins of a key. */
  update(id: string, params: UpdateApiKeyRequest, options?: CallOptions): ApiPromise<ApiKey> {
    const call = { method: 'PATCH', path: '/api-keys/{id}', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'updateApiKey'>(call, options));
  }

  /** Creates the successor of a key. Both work until the overlap ends. */
  rotate(id: string, params: RotateApiKeyRequest = {}, options?: CallOptions): ApiPromise<IssuedApiKey> {
    const call = { method: 'POST', path: '/api-keys/{id}/rotate', ids: { id }, body: params } as const;
    return new ApiPromise(this.#http.call<'rotateApiKey'>(call, options));
  }

  /** What a key and the keys that it made have created or changed: what its revocation ends. */
  work(id: string, options?: CallOptions): ApiPromise<KeyWorkList> {
    const call = { method: 'GET', path: '/api-keys/{id}/work', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'readKeyWork'>(call, options));
  }

  /** Ends a key for ever, and with it what it made, except what `keep` names. */
  revoke(id: string, { keep, ...options }: CallOptions & RevokeApiKeyRequest = {}): ApiPromise<RevokedApiKey> {
    const body = keep === undefined || keep === null ? {} : { body: { keep } };
    const call = { method: 'POST', path: '/api-keys/{id}/revoke', ids: { id }, ...body } as const;
    return new ApiPromise(this.#http.call<'revokeApiKey'>(call, options));
  }
}
