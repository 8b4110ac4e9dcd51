import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../errors/describe-error.js';

const LOOK_EVERY_MS = 1_000;

/**
 * Connects until it succeeds, for a job that starts beside its engine. Prints why it waits when it begins to wait. Throws the last error
 * when the time is up; with 0 seconds the first one.
 */
export async function awaitEngine(connect: () => Promise<unknown>, seconds: number): Promise<void> {
  const endMs = performance.now() + seconds * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connect();
      return;
    } catch (error) {
      if (performance.now() >= endMs) throw error;
      if (attempt === 1) process.stderr.write(`the job waits for its engine: ${reasonOf(error)}\n`);
    }
    await delay(LOOK_EVERY_MS);
  }
}
