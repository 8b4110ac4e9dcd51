import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Acceptance, ErrorCode, Reply } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The answer of a service. Throws the service's refusal, with a detail from `details` if it has none. */
export function accepted<Answer>(
  reply: Reply<Answer>,
  details: Partial<Readonly<Record<ErrorCode, string>>> = {},
): Acceptance<Answer> {
  if (reply.ok) return reply;
  const detail = reply.detail ?? details[reply.code];
  throw PaygateError.from(detail === undefined ? reply : { ...reply, detail });
}

/** Sends an answer that is JSON text already. */
export function sendJson(reply: FastifyReply, status: number, text: string): void {
  void reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
}

/** Marks the answer when it is that of an earlier request. */
export function markReplay(reply: FastifyReply, { replayed }: Pick<Acceptance<unknown>, 'replayed'>): void {
  if (replayed === true) void reply.header(headers.idempotencyReplayed, 'true');
}

/** Files of a version of the gateway are kept for five minutes by browsers and caches, and asked for again after that. */
export const FILE_CACHE = 'public, max-age=300';

/** A file that the gateway holds in memory, as it is sent. */
export interface StoredFile {
  readonly mediaType: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** The same bytes, compressed. */
  readonly gzipped: Buffer;
}

/** The file of these bytes. Compresses them, unless they come compressed, too. */
export function storedFile(mediaType: string, bytes: Buffer, gzipped = gzipSync(bytes)): StoredFile {
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { mediaType, etag, bytes, gzipped };
}

/**
 * Sends a file, compressed to clients that accept it, and only 304 to a client that has it already. A `vary` of the reply stays.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  cacheControl = 'no-cache',
): void {
  const { 'if-none-match': known = '', 'accept-encoding': encodings = '' } = request.headers;
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((each) => each !== undefined).join(', ');
  void reply.headers({ 'cache-control': cacheControl, etag: file.etag, vary });
  if (reply.statusCode === 200 && known.includes(file.etag)) void reply.code(304).send();
  else if (/\bgzip\b/.test(encodings))
    void reply.type(file.mediaType).header('content-encoding', 'gzip').send(file.gzipped);
  else void reply.type(file.mediaType).send(file.bytes);
}
