import type { IncomingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import { request as httpsRequest } from 'node:https';
import { text as textOf } from 'node:stream/consumers';

/** An answer, unparsed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends one request over HTTPS and reads its answer to the end. Rejects when nothing has come for `timeout` milliseconds. */
export function exchange(options: RequestOptions & { readonly timeout: number }, body?: string): Promise<RawAnswer> {
  const { method = 'GET', path = '/', timeout } = options;
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const request = httpsRequest(options);
  request.once('timeout', () => request.destroy(new Error(`${method} ${path}: no answer within ${timeout} ms`)));
  request.once('error', reject);
  request.once('response', (response) => {
    textOf(response).then((text) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    }, reject);
  });
  request.end(body);
  return promise;
}
