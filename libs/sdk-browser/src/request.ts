import type { Operations, Problem } from '@paygate/api-types';
import { PaygateError } from './errors.js';
import type { Settings } from './options.js';

/** Options of one call. Times are in milliseconds. */
export interface CallOptions {
  /** Ends the call with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Longest wait for one attempt; 15 000 when absent. */
  readonly timeoutMs?: number;
  /** Longest wait for the call with all its attempts; 30 000 when absent. */
  readonly deadlineMs?: number;
  /** Names the effect of a POST: calls with the same key have one effect. A new one for each call when absent. */
  readonly idempotencyKey?: string;
}

/** Options of a read that can wait for something new (`Prefer: wait`). */
export interface WaitOptions extends CallOptions {
  /** Seconds to wait, at most 5; the answer comes at once when absent. */
  readonly waitSeconds?: number;
}

/** One call of an operation of the API document. */
export interface Call<Id extends keyof Operations> {
  readonly method: string;
  readonly path: Operations[Id]['path'];
  readonly body?: Operations[Id]['body'];
  readonly headers?: Readonly<Record<string, string>>;
}

const API_VERSION = '2026-11-20';
const RETRIES = 2;
const FIRST_DELAY_MS = 500;
/** A customer looks on: a longer pause is left to the page, which can show it. */
const LONGEST_PAUSE_SECONDS = 5;

/** Sends a request, again when that may help. Throws a PaygateError, or the reason of the signal. */
export async function send<Id extends keyof Operations>(
  settings: Settings,
  call: Call<Id>,
  options: CallOptions = {},
): Promise<Operations[Id]['answer']> {
  const { signal, timeoutMs = 15_000, deadlineMs = 30_000 } = options;
  const endMs = Date.now() + deadlineMs;
  const url = settings.baseUrl + call.path;
  const init = initOf(settings, call, options.idempotencyKey);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject((signal?.reason ?? new DOMException('Aborted', 'AbortError')) as Error);
    };
  });
  // a signal that comes when nothing waits any more is no failure
  aborted.catch(() => undefined);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  try {
    for (let failed = 0; ; failed++) {
      try {
        const answer = await attempt(url, init, Math.min(timeoutMs, endMs - Date.now()), aborted);
        return answer as Operations[Id]['answer'];
      } catch (error) {
        await Promise.race([aborted, pause(pauseAfter(error, failed, endMs))]);
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function initOf<Id extends keyof Operations>(
  { apiKey, locale }: Settings,
  { method, body, headers }: Call<Id>,
  idempotencyKey = newKey(),
): RequestInit {
  return {
    method,
    cache: 'no-store',
    credentials: 'omit',
    // a token is never sent to another address
    redirect: 'error',
    // throws for a value that no header can have, which `fetch` would report like a failed connection
    headers: new Headers({
      'x-api-key': apiKey,
      'x-api-version': API_VERSION,
      ...(locale && { 'accept-language': locale }),
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    }),
    ...(body && { body: JSON.stringify(body) }),
  };
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Milliseconds before the next attempt. Throws the error when there is none. */
function pauseAfter(error: unknown, failed: number, endMs: number): number {
  const { retryable, retryAfter = 0 } = error as Partial<PaygateError>;
  // full jitter: clients that failed together do not return together
  const pauseMs = retryAfter * 1_000 + Math.random() * FIRST_DELAY_MS * 2 ** failed;
  const isLast = failed === RETRIES || retryAfter > LONGEST_PAUSE_SECONDS || Date.now() + pauseMs >= endMs;
  if (!retryable || isLast) throw error;
  return pauseMs;
}

async function attempt(url: string, init: RequestInit, timeoutMs: number, aborted: Promise<never>): Promise<unknown> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new PaygateError('timeout', 'No answer came in time', { retryable: true }));
    }, timeoutMs);
  });
  try {
    return await Promise.race([aborted, late, exchange(url, { ...init, signal: controller.signal })]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

async function exchange(url: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch {
    throw new PaygateError('connection_failed', 'The gateway could not be reached', { retryable: true });
  }
  let body: unknown;
  try {
    body = text && JSON.parse(text);
  } catch {
    body = null;
  }
  if (response.ok && body !== null) return body;
  throw refusal(response, body as Partial<Problem> | null);
}

/** The error of an answer. One of something in between, such as a proxy, is no problem document. */
function refusal({ status, headers }: Response, body: Partial<Problem> | null): PaygateError {
  const problem: Partial<Problem> = {
    status,
    requestId: headers.get('x-request-id') ?? '',
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfter: Number(headers.get('retry-after')) || 0,
    ...body,
  };
  return new PaygateError(problem.code ?? 'internal_error', problem.detail ?? `Status ${status}`, problem);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
