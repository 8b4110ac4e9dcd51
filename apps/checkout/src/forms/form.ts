import type { FastifyRequest } from 'fastify';

/** Fields of a form; of two with one name the first counts. */
export type Form = Readonly<Record<string, string>>;

/** The form that a request carries; empty without one. */
export function formOf({ body }: FastifyRequest): Form {
  return body instanceof URLSearchParams ? Object.fromEntries([...body].reverse()) : {};
}
