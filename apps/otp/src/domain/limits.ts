/** How often codes are sent and tried. Seconds unless a name says otherwise. */
export interface OtpLimits {
  readonly codeTtlSeconds: number;
  /** Checks of one challenge, whoever makes them. Each is counted before the code is compared. */
  readonly checksPerChallenge: number;
  /**
   * Of these, what a caller may use up who names neither challenge nor intent. It is less than the whole, so that a
   * stranger who knows a user's id cannot spend the last check of a code that another caller holds the challenge id of.
   */
  readonly checksWithoutName: number;
  readonly wrongChecksPerDay: number;
  readonly sendsPerWindow: number;
  readonly sendWindowSeconds: number;
  /** Wait after the first, second, … send of one challenge; the last one goes for all that follow. Never empty. */
  readonly resendSpacingSeconds: readonly number[];
}

/** The window of wrongChecksPerDay, which slides. */
export const DAY_SECONDS = 86_400;
/** Digits of a code. Every one of the million values is possible. */
export const CODE_LENGTH = 6;
