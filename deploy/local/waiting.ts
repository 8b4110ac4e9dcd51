import { setTimeout as sleep } from 'node:timers/promises';
import { StackError } from './errors.ts';

/** Polls until the probe returns true. Returns false when the time is up. A probe that throws counts as false. */
export async function becomesTrue(probe: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (await holds(probe)) return true;
    if (performance.now() >= deadline) return false;
    await sleep(40);
  }
}

async function holds(probe: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await probe();
  } catch {
    return false;
  }
}

/** The result of `work`, or an error that names it: some clients lack a time-out on some paths. */
export async function within<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  const timer = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new StackError(`${what}: no answer within ${String(limitMs)} ms`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    limit.catch(() => undefined);
    timer.abort();
  }
}
