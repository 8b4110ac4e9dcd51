import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JobScheduler, ServiceConfig } from '@paygate/platform';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryQueue } from './delivery-queue.js';

const INTERVAL_SECONDS = 1;
const MS_PER_SECOND = 1_000;
/** Seconds without a heartbeat after which a worker's leases are freed. */
const SILENT_SECONDS = 5;

/**
 * Makes delivery certain. Every second it writes this worker's heartbeat, and separately, so that no slow search delays the
 * heartbeat, frees the leases of dead workers and enqueues every endpoint with deliveries due.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: DeliveryQueue,
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
      work: async () => this.queue.enqueue(await this.deliveries.reconcile(this.config.INSTANCE_ID, SILENT_SECONDS)),
    });
  }

  /**
   * Continues the heartbeat until the last attempts are finished: scheduled jobs end when the shutdown begins, and a worker
   * without a heartbeat is taken for dead.
   */
  async beatUntil(lastAttempts: Promise<void>): Promise<void> {
    const finished = lastAttempts.then(() => true);
    while (!(await Promise.race([finished, delay(INTERVAL_SECONDS * MS_PER_SECOND, false, { ref: false })])))
      // a heartbeat that fails is followed by another
      await this.beat().catch(() => undefined);
  }

  /** Frees the leases of this worker at once. */
  retire(): Promise<void> {
    return this.deliveries.retire(this.config.INSTANCE_ID);
  }

  private beat(): Promise<void> {
    return this.deliveries.beat(this.config.INSTANCE_ID, SILENT_SECONDS);
  }
}
