import { randomUUID } from 'node:crypto';
import type { Operations } from '@paygate/api-types';
import { apiErrorOf, PaygateApiError, PaygateConnectionError, PaygateError, PaygateTimeoutError } from '../errors.js';
import type { Settings } from '../options.js';
import { refuseUnknown } from '../unknown-options.js';
import { CLIENT_VERSION } from '../version.js';
import { parsed, problemOf } from './answers.js';
import { pause, retryDelayMs } from './retries.js';
import type { CallOptions, FetchResponse, RequestNotice, WaitOptions, WithResponse } from '../transport.js';
import { pathOf, queryOf } from './urls.js';

/** The statuses of requests that were refused before they had an effect. */
const NOT_EXECUTED = [429, 503];

/** One call of an operation of the API document. */
export interface Call<Id extends keyof Operations> {
  readonly method: Operations[Id]['method'];
  readonly path: Operations[Id]['path'];
  /** Values of the parameters in the path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Operations[Id]['query'];
  readonly body?: Operations[Id]['body'];
  readonly sessionToken?: string;
}

interface Attempt {
  readonly attempts: number;
  /** True when an earlier attempt may have been executed. */
  readonly mayBeDone: boolean;
  readonly endMs: number;
  readonly options: CallOptions;
}

/** A request as it is sent in each attempt. */
interface Prepared {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const KNOWN_OPTIONS: ReadonlySet<string> = new Set<keyof WaitOptions>([
  ...(['idempotencyKey', 'signal', 'timeoutMs', 'deadlineMs', 'maxRetries', 'requestId', 'waitSeconds'] as const),
]);

/** Sends requests, again when that may help. */
export class HttpClient {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** @throws PaygateError; the reason of `options.signal` when that is aborted; a TypeError for an argument that no request can carry */
  async call<Id extends keyof Operations>(
    call: Call<Id>,
    options: WaitOptions = {},
  ): Promise<WithResponse<Operations[Id]['answer']>> {
    const { maxRetries = this.#settings.maxRetries, deadlineMs = this.#settings.deadlineMs } = options;
    refuseUnknown(
      'a call',
      Object.keys(options).filter((name) => !KNOWN_OPTIONS.has(name)),
    );
    const request = this.#prepare(call, options);
    const endMs = performance.now() + deadlineMs;
    let mayBeDone = false;
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#attempt(request, { attempts, mayBeDone, endMs, options });
      } catch (error) {
        if (!(error instanceof PaygateError) || !error.retryable || attempts > maxRetries) throw error;
        mayBeDone ||= !(error instanceof PaygateApiError) || !NOT_EXECUTED.includes(error.status);
        const retryAfter = 'retryAfter' in error ? (error.retryAfter as number | undefined) : undefined;
        const delayMs = retryDelayMs(attempts, retryAfter);
        if (performance.now() + delayMs >= endMs) throw error;
        await pause(delayMs, options.signal);
      }
    }
  }

  #prepare<Id extends keyof Operations>(call: Call<Id>, options: WaitOptions): Prepared {
    const { secretKey, baseUrl, apiVersion } = this.#settings;
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${secretKey}`,
      'x-api-key': secretKey,
      'x-api-version': apiVersion,
      'user-agent': `paygate-node/${CLIENT_VERSION} node/${process.versions.node}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.method === 'POST' ? { 'idempotency-key': options.idempotencyKey ?? randomUUID() } : {}),
      ...(call.sessionToken === undefined ? {} : { 'x-session-token': call.sessionToken }),
      ...(options.waitSeconds === undefined ? {} : { prefer: `wait=${options.waitSeconds}` }),
      ...(options.requestId === undefined ? {} : { 'x-request-id': options.requestId }),
    };
    // throws for a value that no header can have, which `fetch` would report like a failed connection
    new Headers(headers);
    return {
      ...{ url: baseUrl + pathOf(call.path, call.ids ?? {}) + queryOf(call.query), method: call.method },
      ...{ headers, body },
    };
  }

  async #attempt<Data>(
    request: Prepared,
    { attempts, mayBeDone, endMs, options }: Attempt,
  ): Promise<WithResponse<Data>> {
    const { timeoutMs = this.#settings.timeoutMs, signal } = options;
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(timeoutMs, endMs - performance.now()))));
    const answered = this.#observe(request, attempts);
    let response: FetchResponse;
    let text: string;
    try {
      response = await this.#settings.fetch(request.url, {
        method: request.method,
        headers: request.headers,
        // a key is never sent to another address
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      text = await response.text();
    } catch (cause) {
      answered(undefined);
      signal?.throwIfAborted();
      throw noAnswer(timeout.aborted, attempts, cause);
    }
    answered(response);
    const isGone = request.method === 'DELETE' && response.status === 404 && mayBeDone;
    return dataOf<Data>(response, isGone ? '' : text, { attempts, isGone });
  }

  /** Reports an attempt, and returns what reports its end. */
  #observe({ method, url, headers }: Prepared, attempt: number): (response: FetchResponse | undefined) => void {
    const { onRequest, onResponse } = this.#settings;
    const notice: RequestNotice = { method, url, attempt, idempotencyKey: headers['idempotency-key'] };
    const startMs = performance.now();
    quietly(() => {
      onRequest(notice);
    });
    return (response) => {
      const [status, requestId] = [response?.status, response?.headers.get('x-request-id') ?? undefined];
      quietly(() => {
        onResponse({ ...notice, status, requestId, durationMs: performance.now() - startMs });
      });
    };
  }
}

function noAnswer(isLate: boolean, attempts: number, cause: unknown): PaygateError {
  const details = { attempts, retryable: true, cause };
  if (isLate) return new PaygateTimeoutError('timeout', 'no answer came in time', details);
  return new PaygateConnectionError(
    'connection_failed',
    `the gateway could not be reached: ${reasonOf(cause)}`,
    details,
  );
}

/** The cause that the system reports, such as ECONNREFUSED, which `fetch` puts into the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = error as { cause?: unknown; code?: string; message?: string };
  return cause === undefined ? (code ?? String(message)) : reasonOf(cause);
}

function dataOf<Data>(
  response: FetchResponse,
  text: string,
  { attempts, isGone }: { attempts: number; isGone: boolean },
): WithResponse<Data> {
  const data = text === '' ? undefined : bodyOf(response, text);
  const isSuccess = isGone || (response.status >= 200 && response.status < 300);
  if (!isSuccess || (text !== '' && data === undefined)) throw apiErrorOf(problemOf(response, data), attempts);
  return {
    data: data as Data,
    response: {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? 'unknown',
      attempts,
      replayed: response.headers.get('idempotency-replayed') === 'true',
      headers: response.headers,
      text,
    },
  };
}

/** A file of comma-separated values is its text. */
function bodyOf({ headers }: FetchResponse, text: string): unknown {
  return headers.get('content-type')?.startsWith('text/csv') === true ? text : parsed(text);
}

/** A fault of an observer must not make an executed payment look like a failed one. */
function quietly(report: () => void): void {
  try {
    report();
  } catch {
    // ignored, as the options say
  }
}
