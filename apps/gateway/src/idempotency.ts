import type { IncomingHttpHeaders } from 'node:http';
import type { Idempotency } from '@paygate/contracts';
import { headers, IDEMPOTENCY_KEY_PATTERN } from '@paygate/contracts';
import { PaygateError, sha256Base64url } from '@paygate/platform';

/**
 * Digests of the request's idempotency key and of what it asks for: its body, or what its path names. Undefined without a
 * key. Throws `idempotency_key_invalid`.
 */
export function idempotencyOf(given: IncomingHttpHeaders, asked: Uint8Array | string): Idempotency | undefined {
  const key = given[headers.idempotencyKey];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(key)) throw new PaygateError('idempotency_key_invalid');
  return { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(asked) };
}
