import { createHash } from 'node:crypto';

/** The digests of a request's content, as a gateway sends them; one of the version before sends none of the canonical form. */
export interface SentDigests {
  readonly bodyHash: string;
  readonly contentHash?: string;
}

/** A request, one that comes later under the same idempotency key, and whether it is the same. */
export interface Repetition {
  readonly name: string;
  readonly first: SentDigests;
  readonly later: SentDigests;
  readonly isSame: boolean;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
const sent = (bytes: string, content?: string): SentDigests => ({
  bodyHash: digest(bytes),
  ...(content === undefined ? {} : { contentHash: digest(content) }),
});

/** Repetitions that every owner of an effect judges alike, whichever version has stored or sent one of the two requests. */
export const repetitions: readonly Repetition[] = [
  { name: 'the same bytes', first: sent('a', 'x'), later: sent('a', 'x'), isSame: true },
  { name: 'other bytes with the same content', first: sent('a', 'x'), later: sent('b', 'x'), isSame: true },
  { name: 'another content', first: sent('a', 'x'), later: sent('b', 'y'), isSame: false },
  {
    name: 'a record of the version before, and the same bytes',
    first: sent('a'),
    later: sent('a', 'x'),
    isSame: true,
  },
  { name: 'a record of the version before, and other bytes', first: sent('a'), later: sent('b', 'x'), isSame: false },
  {
    name: 'the same bytes from a gateway of the version before',
    first: sent('a', 'x'),
    later: sent('a'),
    isSame: true,
  },
  { name: 'other bytes from a gateway of the version before', first: sent('a', 'x'), later: sent('b'), isSame: false },
];
