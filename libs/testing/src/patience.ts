import type { EventuallyOptions } from '@paygate/platform';
import { eventually as within } from '@paygate/platform';

/**
 * The longest wait of a suite for an expected state, unless it gives another time-out: long enough for a busy machine, and below the time
 * limit of a test. Milliseconds.
 */
export const PATIENCE_MS = 90_000;

/** Calls `probe` until it neither throws nor returns undefined or false, and returns its result. */
export function eventually<Result>(
  probe: () => Result | Promise<Result>,
  options: EventuallyOptions = {},
): Promise<Exclude<Result, undefined | false>> {
  return within(probe, { timeoutMs: PATIENCE_MS, ...options });
}
