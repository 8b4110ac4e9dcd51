import type { Mode } from '@paygate/contracts';

/** A merchant's payouts of a day of Africa/Douala. Amounts in minor units. */
export interface PayoutDay {
  /** Those that are open or have arrived: their number and sum. */
  readonly count: number;
  readonly amount: bigint;
  /** Those that failed or were canceled. */
  readonly unsuccessful: number;
}

/** The greatest number and sum of a day. */
export interface DayLimits {
  readonly perDay: number;
  readonly amountPerDay: bigint;
}

const UNSUCCESSFUL_TEST_MAX = 20;
const UNSUCCESSFUL_LIVE_FACTOR = 5;

/**
 * The payouts of a day that may fail or be canceled before another is refused. They stay out of the day's own limit, so that an outage of an
 * operator takes nothing from it, and have this bound because each is stored for ever.
 */
export function mostUnsuccessful(mode: Mode, { perDay }: Pick<DayLimits, 'perDay'>): number {
  return mode === 'test' ? UNSUCCESSFUL_TEST_MAX : perDay * UNSUCCESSFUL_LIVE_FACTOR;
}

/** The limit of a day that a payout of this amount would exceed; undefined when it exceeds none. */
export function limitExceeded(
  { count, amount, unsuccessful }: PayoutDay,
  { mode, perDay, amountPerDay }: DayLimits & { readonly mode: Mode },
  wanted: bigint,
): 'day' | 'unsuccessful' | undefined {
  const left = amountPerDay - amount;
  if (count >= perDay || left <= 0n || wanted > left) return 'day';
  return unsuccessful >= mostUnsuccessful(mode, { perDay }) ? 'unsuccessful' : undefined;
}
