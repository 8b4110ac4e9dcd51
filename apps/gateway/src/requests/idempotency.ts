import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Idempotency, Sealed, SealedIdempotency } from '@paygate/contracts';
import { headers, IDEMPOTENCY_KEY_PATTERN } from '@paygate/contracts';
import { PaygateError, sha256Base64url } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';

/**
 * Digests of the request's idempotency key and of its content: its body, the ids in its path, or both. Undefined without a
 * key. Throws `idempotency_key_invalid`.
 */
export function idempotencyOf(given: IncomingHttpHeaders, ...content: readonly unknown[]): Idempotency | undefined {
  const key = given[headers.idempotencyKey];
  if (key === undefined) return undefined;
  if (!isIdempotencyKey(key)) throw new PaygateError('idempotency_key_invalid');
  return digestsOf(key, content);
}

/** The same for an operation that requires a key. Throws `idempotency_key_missing`, too. */
export function requiredIdempotencyOf(given: IncomingHttpHeaders, ...content: readonly unknown[]): Idempotency {
  const idempotency = idempotencyOf(given, ...content);
  if (idempotency === undefined) throw new PaygateError('idempotency_key_missing', { param: headers.idempotencyKey });
  return idempotency;
}

/**
 * {@link idempotencyOf} for an effect without a unique id. A request without a key gets one of the gateway's, because Kafka may deliver the
 * command twice while instances come and go: the second delivery then gets the first answer.
 */
export function idempotencyOrOwn(given: IncomingHttpHeaders, ...content: readonly unknown[]): Idempotency {
  return idempotencyOf(given, ...content) ?? digestsOf(randomUUID(), content);
}

/**
 * {@link idempotencyOrOwn}, with the digest of the content sealed for the service that compares it, because a body may hold a secret.
 */
export function sealedIdempotencyOf(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  seal: (bodyHash: string) => Sealed,
  content: readonly unknown[] = [request.body],
): SealedIdempotency {
  const { keyHash, bodyHash } = idempotencyOrOwn(request.headers, ...content);
  return { keyHash, bodyHash: seal(bodyHash) };
}

function digestsOf(key: string, content: readonly unknown[]): Idempotency {
  return { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(Buffer.concat(content.map(bytesOf))) };
}

/** True when a header's value is an idempotency key. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && IDEMPOTENCY_KEY_PATTERN.test(value);
}

/** A raw body, or an id. All ids have one length, so different parts never concatenate to the same bytes. */
function bytesOf(part: unknown): Uint8Array {
  return part instanceof Uint8Array ? part : Buffer.from(typeof part === 'string' ? part : '');
}
