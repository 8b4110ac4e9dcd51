import type { EventuallyOptions } from '@paygate/platform';
import { eventually as within } from '@paygate/platform';

/**
 * How long a suite waits for what it expects, unless it says otherwise. A machine that is busy with others takes its time,
 * and what never comes does not come later either. Milliseconds, below the time limit of a test.
 */
export const PATIENCE_MS = 45_000;

/** Calls `probe` until it neither throws nor gives undefined or false, and gives what it gave. */
export function eventually<Result>(
  probe: () => Result | Promise<Result>,
  options: EventuallyOptions = {},
): Promise<Exclude<Result, undefined | false>> {
  return within(probe, { timeoutMs: PATIENCE_MS, ...options });
}
