import { Injectable } from '@nestjs/common';
import { Logger, ServiceConfig } from '@paygate/platform';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { Doorbell } from './doorbell.js';

const INTERVAL_MS = 1_000;
/** Seconds without a heartbeat after which a worker's leases are given back. */
const SILENT_SECONDS = 5;

/**
 * Makes delivery certain: every second it says that this worker lives, frees what dead workers held and rings every lane
 * with something due, whoever forgot to.
 */
@Injectable()
export class Reconciler {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private healthy = true;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly doorbell: Doorbell,
    private readonly config: ServiceConfig,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.running = this.reconcile().then(() => {
        if (this.timer !== undefined) this.start();
      });
    }, INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Gives back what this worker holds, so that nobody waits for its silence. */
  retire(): Promise<void> {
    return this.deliveries.retire(this.config.INSTANCE_ID);
  }

  private async reconcile(): Promise<void> {
    try {
      await this.doorbell.ring(await this.deliveries.beat(this.config.INSTANCE_ID, SILENT_SECONDS));
      if (!this.healthy) this.logger.info('deliveries are reconciled again');
      this.healthy = true;
    } catch (error) {
      if (this.healthy) this.logger.error('deliveries cannot be reconciled', error);
      this.healthy = false;
    }
  }
}
