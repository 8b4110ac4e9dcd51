import type { Fetch, RequestNotice, ResponseNotice } from './transport.js';
import { refuseUnknown } from './unknown-options.js';

/** Replaced by the build of an installation that has one public address. */
declare const PAYGATE_BUILD_BASE_URL: string | undefined;

/** Options of the client. Times are in milliseconds. */
export interface PaygateOptions {
  /** `sk_test_…`, `sk_live_…`, or a restricted key `rk_…`. */
  readonly secretKey: string;
  /** Address of the gateway; the variable PAYGATE_BASE_URL when absent. */
  readonly baseUrl?: string;
  /** The version of the API whose answers the caller expects; the one that this client was made for when absent. */
  readonly apiVersion?: string;
  /** Longest wait for one attempt; 30 000 when absent. */
  readonly timeoutMs?: number;
  /** Longest wait for a call with all its attempts; 90 000 when absent. */
  readonly deadlineMs?: number;
  /** Attempts after the first; 2 when absent. */
  readonly maxRetries?: number;
  /** Replaces the platform's `fetch`, for a proxy or a certificate authority of your own. */
  readonly fetch?: Fetch;
  /** Is called before each attempt, for logs and measurements. The attempt does not wait for it, and what it throws is ignored. */
  readonly onRequest?: (request: RequestNotice) => void;
  /** Is called at the end of each attempt, as {@link PaygateOptions.onRequest} is before it. */
  readonly onResponse?: (response: ResponseNotice) => void;
}

/** Options that are complete and checked. */
export type Settings = Required<PaygateOptions>;

/** The version of the API that this client was made for. */
export const API_VERSION = '2026-11-20';

/** Completes the options. Throws a TypeError that says what to do about a wrong one. */
export function settingsOf(options: PaygateOptions): Settings {
  const { apiVersion = API_VERSION, timeoutMs = 30_000, deadlineMs = 90_000, maxRetries = 2, ...others } = options;
  const {
    secretKey,
    baseUrl,
    fetch = globalThis.fetch,
    onRequest = nothing,
    onResponse = nothing,
    ...unknown
  } = others;
  refuseUnknown('new Paygate', Object.keys(unknown));
  checkKey(secretKey);
  checkNumber('timeoutMs', timeoutMs, 1);
  checkNumber('deadlineMs', deadlineMs, 1);
  checkNumber('maxRetries', maxRetries, 0);
  for (const hook of [onRequest, onResponse] as readonly unknown[])
    if (typeof hook !== 'function') throw new TypeError('onRequest and onResponse are functions');
  return {
    ...{ secretKey, baseUrl: baseUrlOf(baseUrl), apiVersion },
    ...{ timeoutMs, deadlineMs, maxRetries, fetch, onRequest, onResponse },
  };
}

const nothing = (): void => undefined;

function checkKey(key: unknown): void {
  if (typeof key !== 'string' || key === '')
    throw new TypeError('new Paygate({ secretKey }) needs the secret key of your account');
  if (key.startsWith('pk_'))
    throw new TypeError('a publishable key (pk_…) is for browsers: a server needs a secret key (sk_… or rk_…)');
  // the key itself is in no message, because messages are logged
  if (!/^[sr]k_(test|live)_[A-Za-z0-9_]+$/.test(key))
    throw new TypeError('secretKey is no secret key: it must begin with sk_test_, sk_live_, rk_test_ or rk_live_');
}

function checkNumber(name: string, value: number, min: number): void {
  if (!Number.isInteger(value) || value < min || value > 2 ** 31 - 1)
    throw new TypeError(`${name} must be an integer from ${min}`);
}

/** The address without a slash at its end. */
function baseUrlOf(given: string | undefined): string {
  const built = typeof PAYGATE_BUILD_BASE_URL === 'string' ? PAYGATE_BUILD_BASE_URL : '';
  const text = given ?? process.env['PAYGATE_BASE_URL'] ?? built;
  if (text === '')
    throw new TypeError('the address of the gateway is not known: set baseUrl or the variable PAYGATE_BASE_URL');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === undefined || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new TypeError('baseUrl must be an https URL, such as https://paygate.example');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl has no user name, password, query or fragment');
  return url.href.replace(/\/+$/, '');
}
