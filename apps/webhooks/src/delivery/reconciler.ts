import { Injectable } from '@nestjs/common';
import { PeriodicWork, ServiceConfig } from '@paygate/platform';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { Doorbell } from './doorbell.js';

const INTERVAL_SECONDS = 1;
/** Seconds without a heartbeat after which a worker's leases are given back. */
const SILENT_SECONDS = 5;

/**
 * Makes delivery certain: every second it says that this worker lives, frees what dead workers held and rings every lane
 * with something due, whoever forgot to.
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
    this.periodicWork.repeat({
      name: 'reconcile deliveries',
      everySeconds: INTERVAL_SECONDS,
      work: async () => {
        await this.doorbell.ring(await this.deliveries.beat(this.config.INSTANCE_ID, SILENT_SECONDS));
      },
    });
  }

  /** Gives back what this worker holds, so that nobody waits for its silence. */
  retire(): Promise<void> {
    return this.deliveries.retire(this.config.INSTANCE_ID);
  }
}
