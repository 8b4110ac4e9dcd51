import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ShutdownCoordinator } from '@paygate/platform';
import { DeliveryQueue } from './delivery-queue.js';
import { HttpSender } from './http-sender.js';
import { Reconciler } from './reconciler.js';

/** Starts the delivery of this instance, and ends it in order: attempts under way are finished and recorded. */
@Injectable()
export class Delivery implements OnApplicationBootstrap {
  constructor(
    private readonly reconciler: Reconciler,
    private readonly queue: DeliveryQueue,
    private readonly sender: HttpSender,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.start();
    this.reconciler.start();
    this.shutdown.on('finish', 'webhook delivery', () => this.stop());
  }

  private async stop(): Promise<void> {
    await this.reconciler.beatUntil(this.queue.stop());
    this.sender.close();
  }
}
