import type { Answer } from '@paygate/testing';

/** An answer that no promise allows. */
export class Refused extends Error {}

/** The body of an answer with this status. Throws {@link Refused} for another one. */
export function expected<Body>(what: string, status: number, answer: Answer<Body>): Body {
  if (answer.status === status) return answer.body;
  throw new Refused(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
}
