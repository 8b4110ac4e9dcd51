/** A bucket holds at most `quota` tokens, and an empty one fills within the window. */
export interface Budget {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Requests that store something in a day (UTC), and the bytes of their bodies. */
export interface StoredADay {
  readonly objects: number;
  readonly bytes: number;
}

/** The amount that an account may store in a day (UTC), and the part of it that a request asks for. */
export interface Storing {
  /** The account, and the mode. */
  readonly account: string;
  readonly quota: StoredADay;
  /** The part of the quota that all visitors together may take; present when one of them asks. */
  readonly visitorQuota?: StoredADay;
  readonly bytes: number;
}

/** The rest of a spent quota: one of the two numbers is 0. */
export interface SpentQuota {
  readonly objectsLeft: number;
  readonly bytesLeft: number;
  readonly renewsAt: Date;
  readonly waitMs: number;
}

/** The outcome of taking a token. */
export interface Draw {
  readonly isAllowed: boolean;
  /** Whole tokens left in the bucket. */
  readonly left: number;
  /** Milliseconds until the next whole token; 0 when one is there. */
  readonly waitMs: number;
  /** The request would be allowed, but stores more than the account may. */
  readonly spent?: SpentQuota;
}
