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
