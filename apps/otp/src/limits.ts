import type { OtpConfig } from './config.js';
import type { OtpLimits } from './domain/limits.js';

/** Providers that one hand-over may try in turn. */
const PROVIDERS_IN_TURN = 2;
/** Beyond their time-outs, so that two instances never try one message at one time. */
const LEASE_MARGIN_SECONDS = 5;

/** The limits as the configuration sets them. */
export function limitsOf(config: OtpConfig): OtpLimits {
  const strangersChecks = Math.min(config.OTP_CHECKS_WITHOUT_NAME, config.OTP_CHECKS_PER_CHALLENGE);
  return {
    codeTtlSeconds: config.OTP_CODE_TTL_SECONDS,
    checksPerChallenge: config.OTP_CHECKS_PER_CHALLENGE,
    strangersChecks,
    strangersChecksOfOthers: Math.ceil(strangersChecks / 2),
    wrongChecksPerDay: config.OTP_WRONG_CHECKS_PER_DAY,
    sendsPerWindow: config.OTP_SENDS_PER_WINDOW,
    sendWindowSeconds: config.OTP_SEND_WINDOW_SECONDS,
    resendSpacingSeconds: config.OTP_RESEND_SPACING_SECONDS.map(Number),
  };
}

/** How long whoever tries to send a message has it alone. */
export function sendLeaseSeconds(config: OtpConfig): number {
  return Math.ceil((PROVIDERS_IN_TURN * config.OTP_SEND_TIMEOUT_MS) / 1000) + LEASE_MARGIN_SECONDS;
}
