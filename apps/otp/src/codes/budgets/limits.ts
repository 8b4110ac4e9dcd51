import type { OtpConfig } from '../../config.js';

/** The limits of sends and checks of codes. Seconds unless a name says otherwise. */
export interface OtpLimits {
  readonly codeTtlSeconds: number;
  /** Checks of one challenge, by all callers together. Each is counted before the code is compared. */
  readonly checksPerChallenge: number;
  /**
   * The checks among these that are open to untrusted callers who do not name the challenge. There are fewer, so that nobody
   * can use up a code of which another caller holds the challenge id or the payment's session.
   */
  readonly untrustedChecks: number;
  readonly wrongChecksPerDay: number;
  readonly sendsPerWindow: number;
  readonly sendWindowSeconds: number;
  readonly sendsPerDay: number;
  /** Wait after the first, second, … send of one challenge; the last one goes for all that follow. Never empty. */
  readonly resendSpacingSeconds: readonly number[];
}

/** The window of sendsPerDay and wrongChecksPerDay, which slides. */
export const DAY_SECONDS = 86_400;

/** The limits as the configuration sets them. */
export function limitsOf(config: OtpConfig): OtpLimits {
  return {
    codeTtlSeconds: config.OTP_CODE_TTL_SECONDS,
    checksPerChallenge: config.OTP_CHECKS_PER_CHALLENGE,
    untrustedChecks: Math.min(config.OTP_UNTRUSTED_CHECKS, config.OTP_CHECKS_PER_CHALLENGE),
    wrongChecksPerDay: config.OTP_WRONG_CHECKS_PER_DAY,
    sendsPerWindow: config.OTP_SENDS_PER_WINDOW,
    sendWindowSeconds: config.OTP_SEND_WINDOW_SECONDS,
    sendsPerDay: config.OTP_SENDS_PER_DAY,
    resendSpacingSeconds: config.OTP_RESEND_SPACING_SECONDS.map(Number),
  };
}
