/** Replaced by the build of an installation that has one public address. */
declare const PAYGATE_BUILD_BASE_URL: string | undefined;

export interface PaygateBrowserOptions {
  /** The publishable key, `pk_test_…` or `pk_live_…`. A secret key is refused. */
  readonly apiKey: string;
  /** `local` is the stack of `npm start`, https://localhost:8443. `sandbox` takes test keys only. `production` when absent. */
  readonly env?: 'production' | 'sandbox' | 'local';
  /** Address of the gateway. When absent: on a server the variable PAYGATE_BASE_URL, else the address of the build. */
  readonly baseUrl?: string;
  /** Language of the messages to the customer, such as `fr`; the browser's when absent. */
  readonly locale?: string;
}

/** Options that are complete and checked. */
export interface Settings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly locale: string | undefined;
}

/** Completes the options. Throws a TypeError that says what to do about a wrong one; it never contains the key. */
export function settingsOf({ apiKey, env, baseUrl, locale, ...unknown }: PaygateBrowserOptions): Settings {
  for (const name in unknown) throw new TypeError(`There is no option ${name}`);
  if (/^[sr]k_/.test(apiKey)) throw new TypeError('A secret key must never reach a browser: revoke it, and use pk_…');
  if (!/^pk_(test|live)_./.test(apiKey)) throw new TypeError('apiKey must be a publishable key, pk_…');
  if (env === 'sandbox' && apiKey[3] === 'l') throw new TypeError('sandbox takes pk_test_…');
  const built = typeof PAYGATE_BUILD_BASE_URL === 'string' ? PAYGATE_BUILD_BASE_URL : '';
  const address = baseUrl ?? variable() ?? (env === 'local' ? 'https://localhost:8443' : built);
  if (!/^http(s:\/\/[^?#@]|:\/\/(localhost|127\.0\.0\.1|\[::1])[:/])[^?#@]*$/.test(address))
    throw new TypeError('Set baseUrl to the https address of the gateway');
  return { apiKey, baseUrl: address.replace(/\/+$/, ''), locale };
}

function variable(): string | undefined {
  // eslint-disable-next-line no-restricted-properties -- a client runs in somebody else's process
  return typeof process === 'object' ? process.env['PAYGATE_BASE_URL'] : undefined;
}
