/** How often codes are sent and tried. Seconds unless a name says otherwise. */
export interface OtpLimits {
  readonly codeTtlSeconds: number;
  /** Checks of one challenge, whoever makes them. Each is counted before the code is compared. */
  readonly checksPerChallenge: number;
  /**
   * Of these, what strangers may use up: callers who neither name the challenge nor show that they are no strangers. It is
   * less than the whole, so that nobody can spend the last check of a code that another caller holds the challenge id of.
   */
  readonly strangersChecks: number;
  /** The same of a challenge that no stranger has begun. */
  readonly strangersChecksOfOthers: number;
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
