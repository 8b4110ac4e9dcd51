/** A bucket holds at most `quota` tokens, and an empty one fills within the window. */
export interface Budget {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The outcome of taking a token. */
export interface Draw {
  readonly isAllowed: boolean;
  /** Whole tokens left in the bucket. */
  readonly left: number;
  /** Milliseconds until the next whole token; 0 when one is there. */
  readonly waitMs: number;
}
