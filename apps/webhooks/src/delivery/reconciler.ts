import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JobScheduler, ServiceConfig } from '@paygate/platform';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { Doorbell } from './doorbell.js';

const INTERVAL_SECONDS = 1;
const MS_PER_SECOND = 1_000;
/** Seconds without a heartbeat after which a worker's leases are given back. */
const SILENT_SECONDS = 5;

/**
 * Makes delivery certain: every second it says that this worker lives, and besides frees what dead workers held and rings
 * every lane with something due, whoever forgot to. The heartbeat waits for none of that, however long it takes.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly doorbell: Doorbell,
    private readonly config: ServiceConfig,
    private readonly jobScheduler: JobScheduler,
  ) {}

  start(): void {
    this.jobScheduler.repeat({
      name: 'worker heartbeat',
      everySeconds: INTERVAL_SECONDS,
      work: () => this.beat(),
    });
    this.jobScheduler.repeat({
      name: 'reconcile deliveries',
      everySeconds: INTERVAL_SECONDS,
      work: async () => this.doorbell.ring(await this.deliveries.reconcile(this.config.INSTANCE_ID, SILENT_SECONDS)),
    });
  }

  /**
   * Goes on saying that this worker lives until its last attempts are finished: scheduled jobs has ended with the beginning of
   * the shutdown, and who is silent is taken for dead.
   */
  async outlive(lastAttempts: Promise<void>): Promise<void> {
    const finished = lastAttempts.then(() => true);
    while (!(await Promise.race([finished, delay(INTERVAL_SECONDS * MS_PER_SECOND, false, { ref: false })])))
      // one that fails is followed by another
      await this.beat().catch(() => undefined);
  }

  /** Gives back what this worker holds, so that nobody waits for its silence. */
  retire(): Promise<void> {
    return this.deliveries.retire(this.config.INSTANCE_ID);
  }

  private beat(): Promise<void> {
    return this.deliveries.beat(this.config.INSTANCE_ID, SILENT_SECONDS);
  }
}
