import { Injectable } from '@nestjs/common';
import { PeriodicWork, ServiceConfig } from '@paygate/platform';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { Doorbell } from './doorbell.js';

const INTERVAL_SECONDS = 1;
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
    private readonly periodicWork: PeriodicWork,
  ) {}

  start(): void {
    const { INSTANCE_ID: worker } = this.config;
    this.periodicWork.repeat({
      name: 'worker heartbeat',
      everySeconds: INTERVAL_SECONDS,
      work: () => this.deliveries.beat(worker, SILENT_SECONDS),
    });
    this.periodicWork.repeat({
      name: 'reconcile deliveries',
      everySeconds: INTERVAL_SECONDS,
      work: async () => this.doorbell.ring(await this.deliveries.reconcile(worker, SILENT_SECONDS)),
    });
  }

  /** Gives back what this worker holds, so that nobody waits for its silence. */
  retire(): Promise<void> {
    return this.deliveries.retire(this.config.INSTANCE_ID);
  }
}
