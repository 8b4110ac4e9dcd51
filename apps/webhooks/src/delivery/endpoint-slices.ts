import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Claims } from './claims.js';
import { Deliverer } from './deliverer.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import { InFlight } from './in-flight.js';
import { DueEndpoints } from './queue/due-endpoints.js';
import type { Target } from './targets.repository.js';
import { WaitingEndpoints } from './waiting-endpoints.js';

/** Milliseconds after which an endpoint gives up its slot. Attempts that take longer go on without it. */
const SLICE_MS = 1_000;
/** How long a slice waits at most before it looks again whether there is room for another attempt. */
const ROOM_POLL_MS = 50;
/** An endpoint none of whose attempts ends for so long gives up its slot, and a slow one at once: the next that ends enqueues it. */
const QUIET_MS = 100;

const RELEASE_RETRY_MS = 500;

interface Slice {
  readonly target: Target;
  readonly endsAt: number;
}

/** Delivers what is due to one endpoint, one slice of time per call, and announces when more is due. */
@Injectable()
export class EndpointSlices {
  /** By endpoint with a slice under way: whether it was called again meanwhile. */
  private readonly running = new Map<string, boolean>();
  /** An attempt that ends announces one of them. */
  private readonly waiting: WaitingEndpoints;
  private stopping = false;

  constructor(
    private readonly claims: Claims,
    private readonly inFlight: InFlight,
    private readonly deliverer: Deliverer,
    private readonly due: DueEndpoints,
  ) {
    this.waiting = new WaitingEndpoints(inFlight);
  }

  async run(endpointId: string): Promise<void> {
    if (this.stopping || this.isHeld(endpointId)) return;
    if (this.running.has(endpointId)) {
      this.running.set(endpointId, true);
      return;
    }
    this.running.set(endpointId, false);
    try {
      await this.slice(endpointId);
      this.inFlight.window(endpointId).endSlice();
    } catch (error) {
      await this.releaseUnknown(endpointId);
      throw error;
    } finally {
      const again = this.running.get(endpointId) === true;
      this.running.delete(endpointId);
      if (again) this.due.announce(endpointId);
    }
  }

  /** True when an endpoint waits for a place here and there is none for it. */
  isHeld(endpointId: string): boolean {
    return this.waiting.isHeld(endpointId);
  }

  /** Ends the slices under way as soon as possible. */
  stop(): void {
    this.stopping = true;
  }

  private async slice(endpointId: string): Promise<void> {
    const target = await this.claims.target(endpointId);
    if (target === undefined) return;
    const slice = { target, endsAt: performance.now() + SLICE_MS };
    if (target.breakerSeconds !== null && target.breakerSeconds > 0)
      this.due.announce(endpointId, target.breakerSeconds);
    else if (target.ordered) await this.deliverInOrder(slice);
    else if (target.breakerSeconds !== null) await this.probe(target);
    else await this.deliverAll(slice);
  }

  /**
   * After a failure some deliveries may be leased without anybody here knowing it: the answer to a claim may be lost. They are given
   * back as soon as the database answers; meanwhile the endpoint has no other slice in this process.
   */
  private async releaseUnknown(endpointId: string): Promise<void> {
    while (!this.stopping) {
      try {
        await this.claims.releaseOthers(endpointId, this.deliverer.eventsUnderWay(endpointId));
        return;
      } catch {
        await delay(RELEASE_RETRY_MS);
      }
    }
  }

  /** One delivery decides whether the breaker closes. */
  private async probe(target: Target): Promise<void> {
    if (this.inFlight.room(target) === 0) this.waiting.add(target);
    else for (const delivery of await this.claims.probe(target)) void this.begin(target, delivery);
  }

  /** One delivery at a time, the first of those pending: one that fails holds back all after it. */
  private async deliverInOrder({ target, endsAt }: Slice): Promise<void> {
    const window = this.inFlight.window(target.endpointId);
    while (this.inFlight.room(target) > 0) {
      if (performance.now() >= endsAt || this.stopping) {
        this.due.announce(target.endpointId);
        return;
      }
      const delivery = await this.claims.first(target);
      if (delivery === undefined) return;
      const attempt = this.begin(target, delivery);
      const patienceMs = window.isSlow ? 0 : Math.min(QUIET_MS, endsAt - performance.now());
      await Promise.race([attempt, delay(Math.max(0, patienceMs), undefined, { ref: false })]);
      // what follows a probe is announced when it has succeeded
      if (target.breakerSeconds !== null) return;
    }
    this.waiting.add(target);
  }

  private async deliverAll(slice: Slice): Promise<void> {
    const { target, endsAt } = slice;
    const { endpointId } = target;
    const window = this.inFlight.window(endpointId);
    // attempts that have outlasted the last slice may be long
    let isFlowing = window.inFlight === 0;
    for (let room = this.inFlight.room(target); room > 0; room = await this.roomBefore(slice)) {
      const most = isFlowing && !window.isSlow && !this.deliverer.isFailing(target) ? window.claim : room;
      isFlowing = true;
      const { leased, nextSeconds } = await this.claims.due(target, most);
      const unsent = await this.beginAll(slice, leased);
      if (unsent.length > 0) {
        // first, because an attempt may end meanwhile
        this.waiting.add(target);
        await this.claims.release(unsent);
        return;
      }
      if (leased.length < most) {
        if (nextSeconds !== null) this.due.announce(endpointId, nextSeconds);
        return;
      }
      if (performance.now() >= endsAt) {
        this.due.announce(endpointId);
        return;
      }
    }
    this.waiting.add(target);
  }

  /** Begins the attempts that there is room for until the slice ends, or until one fails. @returns the others */
  private async beginAll(slice: Slice, leased: readonly LeasedDelivery[]): Promise<readonly LeasedDelivery[]> {
    const { target } = slice;
    const wasFailing = this.deliverer.isFailing(target);
    for (const [index, delivery] of leased.entries()) {
      if ((await this.roomBefore(slice)) === 0) return leased.slice(index);
      if (!wasFailing && this.deliverer.isFailing(target)) return leased.slice(index);
      void this.begin(target, delivery);
    }
    return [];
  }

  /** Waits until another attempt may begin. @returns how many may; 0 when the slice has ended before, or is to end */
  private async roomBefore({ target, endsAt }: Slice): Promise<number> {
    const window = this.inFlight.window(target.endpointId);
    const until = Math.min(endsAt, performance.now() + QUIET_MS);
    for (;;) {
      if (this.stopping) return 0;
      const room = this.inFlight.room(target);
      if (room > 0) return room;
      const leftMs = until - performance.now();
      if (leftMs <= 0 || window.isSlow) return 0;
      await Promise.race([window.nextEnd, delay(Math.min(leftMs, ROOM_POLL_MS))]);
    }
  }

  private async begin(target: Target, delivery: LeasedDelivery): Promise<void> {
    await this.deliverer.deliver(target, delivery);
    const next = this.waiting.next(target);
    if (next !== undefined) this.due.announce(next);
  }
}
