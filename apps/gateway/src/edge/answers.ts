import type { Acceptance, ErrorCode, Reply } from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply } from 'fastify';

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
