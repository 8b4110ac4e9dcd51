import type { Problem } from '@paygate/api-types';
import { retryAfterOf } from './retries.js';
import type { FetchResponse } from '../transport.js';

/** The problem document of an answer that is no success. An answer of something in between, such as a proxy, becomes one. */
export function problemOf(response: FetchResponse, body: unknown): Problem {
  const requestId = response.headers.get('x-request-id') ?? 'unknown';
  const retryAfter = retryAfterOf(response.headers.get('retry-after'), Date.now());
  if (isProblem(body)) return retryAfter === undefined ? body : { retryAfter, ...body };
  return {
    type: 'about:blank',
    title: 'Unexpected answer',
    status: response.status,
    detail: `The answer has the status ${response.status} and is no problem document: it may come from a proxy`,
    code: response.status === 429 ? 'rate_limited' : 'internal_error',
    retryable: response.status === 408 || response.status === 429 || response.status >= 500,
    requestId,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false;
  const { code, status, detail, retryable } = body as Readonly<Record<string, unknown>>;
  return (
    typeof code === 'string' &&
    typeof status === 'number' &&
    typeof detail === 'string' &&
    typeof retryable === 'boolean'
  );
}

/** The JSON of a text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
