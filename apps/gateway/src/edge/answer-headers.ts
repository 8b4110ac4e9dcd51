import { API_VERSION, headers } from '@paygate/contracts';

/** Headers of every answer, success and error alike. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  [headers.apiVersion]: API_VERSION,
};

/**
 * Headers of answers to browsers. Credentials are headers that a page sets itself, never cookies, so any origin may ask;
 * which origins a publishable key serves is the key's own list.
 */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    headers.requestId,
    headers.apiVersion,
    headers.idempotencyReplayed,
    'retry-after',
  ].join(', '),
};

export const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': [
    'content-type',
    headers.apiKey,
    headers.authorization,
    headers.sessionToken,
    headers.otpToken,
    headers.idempotencyKey,
    headers.requestId,
    headers.apiVersion,
  ].join(', '),
  'access-control-max-age': '600',
};
