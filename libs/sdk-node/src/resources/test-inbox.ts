import type { TestInbox } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import type { CallOptions } from '../transport.js';

/** The messages of test mode, for tests of your own. */
export class Inbox {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Reads the newest SMS and e-mails of your payments in test mode, with the codes. A live key is refused with `mode_mismatch`. */
  read(options?: CallOptions): ApiPromise<TestInbox> {
    return new ApiPromise(this.#http.call<'readTestInbox'>({ method: 'GET', path: '/test-inbox' }, options));
  }
}
