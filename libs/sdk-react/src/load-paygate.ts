import type { PaygateBrowserOptions } from '@paygate/browser';
import { PaygateBrowser } from '@paygate/browser';

/** A client and the payment intent that it is for. */
export interface PaygateSession {
  readonly client: PaygateBrowser;
  /** The `sessionToken` of the intent. */
  readonly clientSecret: string;
}

export type LoadOptions = Omit<PaygateBrowserOptions, 'apiKey'>;
export type LoadParams = PaygateBrowserOptions & { readonly clientSecret: string };

/** Sessions that are found again; beyond, all are forgotten but by the providers that hold them. */
const SESSIONS_MAX = 16;
const sessions = new Map<string, Promise<PaygateSession>>();

/**
 * The session of a payment: the same promise for the same key and secret, so that it may be called while rendering. On a
 * server the promise holds null. It rejects when an option is wrong, such as a secret key.
 */
export function loadPaygate(params: LoadParams): Promise<PaygateSession | null>;
export function loadPaygate(
  apiKey: string,
  clientSecret: string,
  options?: LoadOptions,
): Promise<PaygateSession | null>;
export function loadPaygate(
  first: string | LoadParams,
  secret = '',
  more?: LoadOptions,
): Promise<PaygateSession | null> {
  if (typeof window === 'undefined') return Promise.resolve(null);
  const { clientSecret, ...options } =
    typeof first === 'string' ? { ...more, apiKey: first, clientSecret: secret } : first;
  const name = `${options.apiKey} ${clientSecret}`;
  const session = sessions.get(name) ?? begin(options, clientSecret);
  sessions.set(name, session);
  return session;
}

function begin(options: PaygateBrowserOptions, clientSecret: string): Promise<PaygateSession> {
  if (sessions.size === SESSIONS_MAX) sessions.clear();
  return new Promise((resolve) => {
    if (!clientSecret.startsWith('sess_')) throw new TypeError('clientSecret must be a sessionToken');
    resolve({ client: new PaygateBrowser(options), clientSecret });
  });
}
