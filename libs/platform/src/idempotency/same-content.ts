/** The digests of what a request asks for. Null where no key is kept any more, or where the version before stored none. */
export interface ContentDigests {
  readonly bodyHash?: string | null | undefined;
  readonly contentHash?: string | null | undefined;
}

/**
 * True when two requests under one idempotency key ask for the same: their bytes are equal, or their canonical forms are. Either is enough,
 * so that a repetition is recognised when the version before has stored or sent one of the two requests.
 */
export function isSameContent(known: ContentDigests, given: ContentDigests): boolean {
  const hasCanonical = typeof known.contentHash === 'string';
  return known.bodyHash === given.bodyHash || (hasCanonical && known.contentHash === given.contentHash);
}
