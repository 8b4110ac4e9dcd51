import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Idempotency, Sealed, SealedIdempotency } from '@paygate/contracts';
import { headers, IDEMPOTENCY_KEY_PATTERN } from '@paygate/contracts';
import { PaygateError, sha256Base64url } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from './canonical-json.js';

type Digests = Required<Idempotency>;

/**
 * Digests of the request's idempotency key and of its content: its body, the ids in its path, or both. The body was read before, so it
 * is JSON without duplicate names. Undefined without a key. Throws `idempotency_key_invalid`.
 */
export function idempotencyOf(given: IncomingHttpHeaders, ...content: readonly unknown[]): Digests | undefined {
  const key = given[headers.idempotencyKey];
  if (key === undefined) return undefined;
  if (!isIdempotencyKey(key)) throw new PaygateError('idempotency_key_invalid');
  return digestsOf(key, content);
}

/** The same for an operation that requires a key. Throws `idempotency_key_missing`, too. */
export function requiredIdempotencyOf(given: IncomingHttpHeaders, ...content: readonly unknown[]): Digests {
  const idempotency = idempotencyOf(given, ...content);
  if (idempotency === undefined) throw new PaygateError('idempotency_key_missing', { param: headers.idempotencyKey });
  return idempotency;
}

/**
 * {@link idempotencyOf} for an effect without a unique id. A request without a key gets one of the gateway's, because Kafka may deliver the
 * command twice while instances come and go: the second delivery then gets the first answer.
 */
export function idempotencyOrOwn(given: IncomingHttpHeaders, ...content: readonly unknown[]): Digests {
  return idempotencyOf(given, ...content) ?? digestsOf(randomUUID(), content);
}

/**
 * {@link idempotencyOrOwn}, with the digests of the content sealed for the service that compares them, because a body may hold a secret.
 */
export function sealedIdempotencyOf(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  seal: (digest: string) => Sealed,
  content: readonly unknown[] = [request.body],
): SealedIdempotency {
  const { keyHash, bodyHash, contentHash } = idempotencyOrOwn(request.headers, ...content);
  return { keyHash, bodyHash: seal(bodyHash), contentHash: seal(contentHash) };
}

function digestsOf(key: string, content: readonly unknown[]): Digests {
  return {
    keyHash: sha256Base64url(key),
    bodyHash: sha256Base64url(Buffer.concat(content.map(bytesOf))),
    contentHash: sha256Base64url(Buffer.concat(content.map(canonicalBytesOf))),
  };
}

/** True when a header's value is an idempotency key. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && IDEMPOTENCY_KEY_PATTERN.test(value);
}

/** A raw body, or an id. All ids have one length, so different parts never concatenate to the same bytes. */
function bytesOf(part: unknown): Uint8Array {
  return part instanceof Uint8Array ? part : Buffer.from(typeof part === 'string' ? part : '');
}

/** An id as it is, and a body in its canonical form. A request without a body asks for what an empty object asks for. */
function canonicalBytesOf(part: unknown): Uint8Array {
  if (typeof part === 'string') return bytesOf(part);
  return Buffer.from(canonicalJson(bytesOf(part).length === 0 ? '{}' : Buffer.from(bytesOf(part)).toString('utf8')));
}
