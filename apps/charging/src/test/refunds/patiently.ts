import { DatabaseUnavailable } from '@paygate/platform';

/** Asks again while a lock or a connection is not granted in time, as the executor of commands does. */
export async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
}
