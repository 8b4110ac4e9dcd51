import type { IncomingHttpHeaders } from 'node:http';
import type { Idempotency, Sealed, SealedIdempotency } from '@paygate/contracts';
import { headers, IDEMPOTENCY_KEY_PATTERN } from '@paygate/contracts';
import { PaygateError, sha256Base64url } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';

/**
 * Digests of the request's idempotency key and of what it asks for: its body, or what its path names, or both. Undefined
 * without a key. Throws `idempotency_key_invalid`.
 */
export function idempotencyOf(given: IncomingHttpHeaders, ...asked: readonly unknown[]): Idempotency | undefined {
  const key = given[headers.idempotencyKey];
  if (key === undefined) return undefined;
  if (!isIdempotencyKey(key)) throw new PaygateError('idempotency_key_invalid');
  return { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(Buffer.concat(asked.map(bytesOf))) };
}

/** The same, with the digest of what is asked for sealed for the service that compares it: a body may hold a secret. */
export function sealedIdempotencyOf(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  seal: (bodyHash: string) => Sealed,
  asked: readonly unknown[] = [request.body],
): SealedIdempotency | undefined {
  const digests = idempotencyOf(request.headers, ...asked);
  return digests === undefined ? undefined : { keyHash: digests.keyHash, bodyHash: seal(digests.bodyHash) };
}

/** Whether a header's value is an idempotency key. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && IDEMPOTENCY_KEY_PATTERN.test(value);
}

/** A body as its parser left it, or a text: an id is as long as any other, so no two lists of parts read alike. */
function bytesOf(part: unknown): Uint8Array {
  return part instanceof Uint8Array ? part : Buffer.from(typeof part === 'string' ? part : '');
}
