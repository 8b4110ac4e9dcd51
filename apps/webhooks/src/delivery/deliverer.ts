import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Attempted } from './attempter.js';
import { Attempter } from './attempter.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import { InFlight } from './in-flight.js';
import { AttemptSettlement } from './settlement.js';
import type { Target } from './targets.repository.js';
import { Heartbeat } from './workers/heartbeat.js';

const POLL_MS = 50;

/** Delivers what is leased: sends it while the lease holds, and has its result settled. */
@Injectable()
export class Deliverer {
  /** Attempts until they are settled, by endpoint and event. */
  private readonly underWay = new Map<string, Map<string, Promise<void>>>();
  private abandoned = false;

  constructor(
    private readonly inFlight: InFlight,
    private readonly heartbeat: Heartbeat,
    private readonly attempter: Attempter,
    private readonly settlement: AttemptSettlement,
  ) {}

  /** Makes one attempt. Resolves when its result is settled. */
  deliver(target: Target, delivery: LeasedDelivery): Promise<void> {
    const { endpointId, eventId } = delivery;
    const ofEndpoint = this.underWay.get(endpointId) ?? new Map<string, Promise<void>>();
    this.underWay.set(endpointId, ofEndpoint);
    const delivered = this.attempt(target, delivery).finally(() => {
      ofEndpoint.delete(eventId);
      if (ofEndpoint.size === 0 && this.underWay.get(endpointId) === ofEndpoint) this.underWay.delete(endpointId);
    });
    ofEndpoint.set(eventId, delivered);
    return delivered;
  }

  /** The events whose deliveries to an endpoint are under way. */
  eventsUnderWay(endpointId: string): readonly string[] {
    return [...(this.underWay.get(endpointId)?.keys() ?? [])];
  }

  /** True when the last attempt to the endpoint has failed. */
  isFailing(target: Target): boolean {
    return this.settlement.isFailing(target);
  }

  /**
   * Waits for attempts under way and records them. Those that take longer are cut off and not recorded: another worker makes them
   * anew.
   */
  async finish(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (this.inFlight.count > 0 && performance.now() < deadline) await delay(POLL_MS);
    this.abandoned = true;
    this.attempter.close();
    await this.settlement.drain();
    await Promise.all([...this.underWay.values()].flatMap((ofEndpoint) => [...ofEndpoint.values()]));
  }

  private async attempt(target: Target, delivery: LeasedDelivery): Promise<void> {
    const end = this.inFlight.begin(target);
    let attempted: Attempted | undefined;
    try {
      // a worker that was frozen may have lost its leases
      if (await this.heartbeat.holds(delivery.worker)) attempted = await this.attempter.attempt(target, delivery);
    } finally {
      end(attempted?.result);
    }
    if (attempted !== undefined && !this.abandoned) await this.settlement.settle(target, delivery, attempted);
  }
}
