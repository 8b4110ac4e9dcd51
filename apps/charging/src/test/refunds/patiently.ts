import { LockTimedOut } from '@paygate/platform';

/** Asks again while a lock is not granted in time, as the executor of commands does. */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof LockTimedOut)) throw error;
    }
}
