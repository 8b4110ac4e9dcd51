import type { Child } from '@paygate/testing';
import { startChild } from '@paygate/testing';
import type { Failpoint } from '../../failpoints.js';
import { endMemberships } from './end-memberships.js';

/** Charging in a process of its own, which SIGKILL ends: at its failpoint, or when the suite ends it. */
export class ChargingProcess {
  #child: Child | undefined;

  constructor(private readonly env: Readonly<Record<string, string>>) {}

  /** The signal that ends the process. */
  get ended(): Child['ended'] | undefined {
    return this.#child?.ended;
  }

  /** Starts it once the one before has ended. */
  async start(failpoint?: Failpoint): Promise<void> {
    if (this.#child !== undefined) await endMemberships('charging', this.env);
    this.#child = await startChild({
      entry: 'apps/charging/src/main.ts',
      env: { ...this.env, ...(failpoint === undefined ? {} : { FAILPOINT: failpoint }) },
    });
  }

  async end(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.ended;
  }
}
