import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { verdictOf } from '../egress/domain/outcome.js';
import type { Attempted } from './attempter.js';
import { Attempter } from './attempter.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import { InFlight } from './in-flight.js';
import { AttemptSettlement } from './settlement.js';
import type { Target } from './targets.repository.js';
import { Heartbeat } from './workers/heartbeat.js';

const POLL_MS = 50;

/** One attempt. */
export interface Delivering {
  /** Resolves when the POST has ended: true when it was accepted. */
  readonly isAccepted: Promise<boolean>;
  /** Resolves when the result is recorded and its consequences are drawn. */
  readonly settled: Promise<void>;
}

interface UnderWay {
  isAccepted: boolean;
  readonly settled: Promise<void>;
}

/** Sends what is leased, and has its result settled. */
@Injectable()
export class Deliverer {
  /** Attempts until they are settled, by endpoint and event. */
  private readonly underWay = new Map<string, Map<string, UnderWay>>();
  private abandoned = false;

  constructor(
    private readonly inFlight: InFlight,
    private readonly attempter: Attempter,
    private readonly settlement: AttemptSettlement,
    private readonly heartbeat: Heartbeat,
  ) {}

  /** Makes one attempt. It begins before this returns. */
  deliver(target: Target, delivery: LeasedDelivery): Delivering {
    const { endpointId, eventId } = delivery;
    const ofEndpoint = this.underWay.get(endpointId) ?? new Map<string, UnderWay>();
    this.underWay.set(endpointId, ofEndpoint);
    this.heartbeat.sending.add(delivery);
    const posted = this.post(target, delivery);
    const settled = this.settle(target, delivery, posted).finally(() => {
      this.heartbeat.sending.delete(delivery);
      ofEndpoint.delete(eventId);
      if (ofEndpoint.size === 0 && this.underWay.get(endpointId) === ofEndpoint) this.underWay.delete(endpointId);
    });
    const underWay: UnderWay = { isAccepted: false, settled };
    ofEndpoint.set(eventId, underWay);
    const isAccepted = posted.then(
      ({ result }) => (underWay.isAccepted = verdictOf(result) === 'delivered'),
      () => false,
    );
    return { isAccepted, settled };
  }

  /** The events whose deliveries to an endpoint are under way until their results are recorded. */
  eventsUnderWay(endpointId: string): readonly string[] {
    return [...(this.underWay.get(endpointId)?.keys() ?? [])];
  }

  /** The events among these that were accepted. */
  accepted(endpointId: string): readonly string[] {
    const ofEndpoint = [...(this.underWay.get(endpointId) ?? [])];
    return ofEndpoint.flatMap(([eventId, { isAccepted }]) => (isAccepted ? [eventId] : []));
  }

  /** Resolves when one of the attempts at an endpoint is settled, or when none is under way. */
  async nextSettled(endpointId: string): Promise<void> {
    const underWay = this.underWay.get(endpointId);
    if (underWay !== undefined) await Promise.race([...underWay.values()].map(({ settled }) => settled));
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
    await Promise.all([...this.underWay.values()].flatMap((all) => [...all.values()].map(({ settled }) => settled)));
  }

  private async post(target: Target, delivery: LeasedDelivery): Promise<Attempted> {
    const end = this.inFlight.begin(target);
    let attempted: Attempted | undefined;
    try {
      attempted = await this.attempter.attempt(target, delivery);
      return attempted;
    } finally {
      end(attempted?.result);
    }
  }

  private async settle(target: Target, delivery: LeasedDelivery, posted: Promise<Attempted>): Promise<void> {
    const attempted = await posted;
    if (!this.abandoned) await this.settlement.settle(target, delivery, attempted);
  }
}
