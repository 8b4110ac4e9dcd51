import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ShutdownCoordinator } from '@paygate/platform';
import { Deliverer } from './deliverer.js';
import { DeliveryQueue } from './queue/delivery-queue.js';
import { Reconciler } from './queue/reconciler.js';

/** Attempts under way may take so long when the process is asked to end, which leaves it time to record them. */
const FINISH_MS = 6_000;

/** Starts the delivery of this instance, and ends it in order: attempts under way are finished and recorded. */
@Injectable()
export class Delivery implements OnApplicationBootstrap {
  constructor(
    private readonly reconciler: Reconciler,
    private readonly queue: DeliveryQueue,
    private readonly deliverer: Deliverer,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.start();
    this.reconciler.start();
    this.shutdown.on('finish', 'webhook delivery', () => this.stop());
  }

  private async stop(): Promise<void> {
    await this.reconciler.beatUntil(Promise.all([this.queue.stop(), this.deliverer.finish(FINISH_MS)]));
  }
}
