/** The version of the API that this code implements. It is echoed in `x-api-version`. */
export const API_VERSION = '2026-11-20';
/** Versions that a caller may ask for, oldest first. */
export const apiVersions: readonly string[] = [API_VERSION];

/** Header names of the API, in the lower case in which Node gives them. */
export const headers = {
  apiKey: 'x-api-key',
  authorization: 'authorization',
  sessionToken: 'x-session-token',
  checkoutToken: 'x-checkout-token',
  otpToken: 'x-otp-token',
  merchantId: 'x-merchant-id',
  mode: 'x-mode',
  idempotencyKey: 'idempotency-key',
  idempotencyReplayed: 'idempotency-replayed',
  requestId: 'x-request-id',
  apiVersion: 'x-api-version',
  rateLimitPolicy: 'ratelimit-policy',
  rateLimit: 'ratelimit',
} as const;

/** The cookie of a dashboard session. A browser accepts the prefix only over HTTPS, from this host, and for its whole path. */
export const DASHBOARD_COOKIE = '__Host-paygate_dashboard';
/** The header by which the payment page proves to the gateway that it is the sender. No client has the key. */
export const CHECKOUT_KEY_HEADER = 'x-checkout-key';

/** Preferences of the caller (RFC 7240), and those that were applied. Unlike other headers, `Prefer` may be repeated. */
export const preferenceHeaders = { prefer: 'prefer', applied: 'preference-applied' } as const;

/** 1 to 255 printable ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x20-\x7e]{1,255}$/;

/** Largest request body, in bytes. */
export const BODY_MAX_BYTES = 32_768;

/** Bounds of metadata besides METADATA_MAX_BYTES: keys of the object itself, and levels of nesting, counting itself as the first. */
export const METADATA_MAX_KEYS = 50;
export const METADATA_MAX_DEPTH = 8;
