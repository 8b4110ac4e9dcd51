import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** The time-out. Milliseconds. */
  readonly timeoutMs?: number;
  /** From one call to the next. When absent, a tenth of the time so far, between 20 and 200. Milliseconds. */
  readonly intervalMs?: number;
}

const SHORTEST_MS = 20;
const LONGEST_MS = 200;

/**
 * Calls `probe` until it neither throws nor returns undefined or false, and returns its result. After the time-out it rejects, with the
 * error of the last call as the cause.
 */
export async function eventually<Result>(
  probe: () => Result | Promise<Result>,
  options: EventuallyOptions = {},
): Promise<Exclude<Result, undefined | false>> {
  const { timeoutMs = 10_000, intervalMs } = options;
  const begun = performance.now();
  for (;;) {
    const outcome = await attempt(probe);
    if ('result' in outcome) return outcome.result;
    const elapsedMs = performance.now() - begun;
    if (elapsedMs > timeoutMs) throw new Error(`not so within ${timeoutMs} ms`, { cause: outcome.reason });
    await delay(intervalMs ?? Math.min(Math.max(SHORTEST_MS, elapsedMs / 10), LONGEST_MS));
  }
}

type Outcome<Result> = { readonly result: Exclude<Result, undefined | false> } | { readonly reason: unknown };

async function attempt<Result>(probe: () => Result | Promise<Result>): Promise<Outcome<Result>> {
  try {
    const result = await probe();
    if (result === undefined || result === false) return { reason: `last value: ${String(result)}` };
    return { result: result as Exclude<Result, undefined | false> };
  } catch (error) {
    return { reason: error };
  }
}
