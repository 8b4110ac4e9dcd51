import { setTimeout as delay } from 'node:timers/promises';
import { TARGET_FRESH_MS } from '../delivery/targets.repository.js';

/** Resolves when each POST that begins from now on follows a change that was committed: it is answered after that. */
export function applied(): Promise<void> {
  return delay(TARGET_FRESH_MS);
}
