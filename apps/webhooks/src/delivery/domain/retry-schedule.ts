/**
 * The delays after which a failed delivery is tried again: seconds after the attempt, by the number of attempts already made. After
 * the list it is tried daily until the delivery is 30 days old.
 */
const DELAYS_SECONDS = [5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const DAILY_SECONDS = 86_400;

/** Days after which a delivery is given up. */
export const GIVE_UP_AFTER_DAYS = 30;

/** The longest Retry-After that is obeyed, in seconds. */
export const RETRY_AFTER_MAX_SECONDS = 21_600;

const JITTER = 0.2;

export interface RetryFacts {
  /** Attempts made so far, at least one. */
  readonly attempts: number;
  /** The endpoint's own delays in seconds; null for the usual ones. */
  readonly schedule: readonly number[] | null;
  /** The receiver's Retry-After in seconds, if it sent one. */
  readonly retryAfterSeconds?: number;
  /** Uniform in [0, 1): spreads the retries of many deliveries by ±20 %. */
  readonly random: number;
  /** Divides the schedule; above 1 only in test mode. */
  readonly compression: number;
}

/** Seconds until the next attempt; undefined after the last delay of the endpoint's own schedule. */
export function nextDelaySeconds(facts: RetryFacts): number | undefined {
  const { attempts, schedule, retryAfterSeconds = 0, random, compression } = facts;
  const scheduled = schedule === null ? (DELAYS_SECONDS[attempts - 1] ?? DAILY_SECONDS) : schedule[attempts - 1];
  if (scheduled === undefined) return undefined;
  const jittered = scheduled * (1 - JITTER + 2 * JITTER * random);
  return Math.max(jittered / compression, Math.min(retryAfterSeconds, RETRY_AFTER_MAX_SECONDS));
}
