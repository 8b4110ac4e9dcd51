import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** The time-out. Milliseconds. */
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/**
 * Calls `probe` until it neither throws nor returns undefined or false, and returns its result. After the time-out it rejects, with the
 * error of the last call as the cause.
 */
export async function eventually<Result>(
  probe: () => Result | Promise<Result>,
  options: EventuallyOptions = {},
): Promise<Exclude<Result, undefined | false>> {
  const { timeoutMs = 10_000, intervalMs = 20 } = options;
  const end = performance.now() + timeoutMs;
  for (;;) {
    const outcome = await attempt(probe);
    if ('result' in outcome) return outcome.result;
    if (performance.now() > end) throw new Error(`not so within ${timeoutMs} ms`, { cause: outcome.reason });
    await delay(intervalMs);
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
