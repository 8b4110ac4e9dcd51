import { Injectable } from '@nestjs/common';
import type { JobScheduler, Search } from '@paygate/platform';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';

/** Makes due what waits for a later attempt at an endpoint that was enabled, or has another URL or order, however much it is. */
@Injectable()
export class WaitingDeliveries {
  private search: Search | undefined;

  constructor(
    private readonly waiting: WaitingDeliveriesRepository,
    private readonly queue: DeliveryQueue,
  ) {}

  /** An enabled endpoint was changed: what is due is sent, and what waits is made due, at least in part. */
  async changed(endpointId: string): Promise<void> {
    await this.queue.enqueue([endpointId]);
    if (await this.makeDue()) this.search?.wake();
  }

  /** Begins to make due what a step has left, of all endpoints. */
  start(scheduler: JobScheduler): void {
    this.search = scheduler.search({
      name: 'changed endpoints',
      everySeconds: 0.5,
      work: () => this.makeAllDue(),
    });
  }

  /** Nothing becomes due later: a change is there, or is not. */
  private async makeAllDue(): Promise<undefined> {
    while (await this.makeDue());
  }

  /** One step. @returns whether there may be more */
  private async makeDue(): Promise<boolean> {
    const endpointId = await this.waiting.makeDue();
    if (endpointId === undefined) return false;
    await this.queue.enqueue([endpointId]);
    return true;
  }
}
