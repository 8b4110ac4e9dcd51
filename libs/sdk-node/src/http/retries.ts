import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** The wait before the next attempt: random, so that clients that failed together do not return together. */
export function retryDelayMs(
  failedAttempts: number,
  retryAfterSeconds: number | undefined,
  random = Math.random,
): number {
  const most = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failedAttempts - 1));
  return (retryAfterSeconds ?? 0) * 1_000 + random() * most;
}

/** Waits; rejects with the reason of the signal when it is aborted. */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Seconds of a `Retry-After` header, which holds a number or a date. */
export function retryAfterOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1_000);
}
