import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Calls } from './calls.js';
import { Claims } from './claims.js';
import type { Delivering } from './deliverer.js';
import { Deliverer } from './deliverer.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import { InFlight } from './in-flight.js';
import { DueEndpoints } from './queue/due-endpoints.js';
import type { SendWindow } from './domain/send-window.js';
import type { Target } from './targets.repository.js';
import { WaitingEndpoints } from './waiting-endpoints.js';

/** The longest wait of a slice before it checks again for room for another attempt. */
const ROOM_POLL_MS = 50;
/**
 * An endpoint none of whose attempts ends for so long gives up its slot, the sooner if it has not yet answered, and a slow one at once: the
 * next that ends enqueues it.
 */
const QUIET_MS = 500;
const UNPROVEN_QUIET_MS = 100;
/** Deliveries that an ordered endpoint claims at first; twice as many after each claim whose deliveries were all accepted. */
const IN_ORDER_FIRST = 4;
/** Deliveries of an ordered endpoint that are claimed or not yet recorded. A worker that dies repeats so many at most. */
const IN_ORDER_MOST = 32;

/** The time of an endpoint in its slot. */
export interface Slice {
  /** The endpoint as it was last read. */
  target: Target;
  readonly endsAt: number;
  readonly calls: Calls;
}

/** Sends what is due to one endpoint during its slice, and announces when more is due. */
@Injectable()
export class SliceSender {
  /** An attempt that ends announces one of them. */
  readonly waiting: WaitingEndpoints;
  private stopping = false;

  constructor(
    private readonly claims: Claims,
    private readonly inFlight: InFlight,
    private readonly deliverer: Deliverer,
    private readonly due: DueEndpoints,
  ) {
    this.waiting = new WaitingEndpoints(inFlight);
  }

  /** Ends the slices under way as soon as possible. */
  stop(): void {
    this.stopping = true;
  }

  async send(slice: Slice): Promise<void> {
    const { endpointId, breakerSeconds, ordered } = slice.target;
    if (breakerSeconds !== null && breakerSeconds > 0) this.due.announce(endpointId, breakerSeconds);
    else if (ordered) await this.sendInOrder(slice);
    else if (breakerSeconds !== null) await this.probe(slice);
    else await this.sendAll(slice);
    this.inFlight.window(endpointId).endSlice();
  }

  /** One delivery decides whether the breaker closes. */
  private async probe(slice: Slice): Promise<void> {
    const { target } = slice;
    if (this.inFlight.room(target) === 0) {
      this.waiting.add(target);
      return;
    }
    const leased = await this.claims.probe(target);
    await this.giveBack(await this.beginAll(slice, leased));
  }

  /** One delivery at a time, in their order: one that fails holds back all after it. */
  private async sendInOrder(slice: Slice): Promise<void> {
    const { endpointId, breakerSeconds } = slice.target;
    const isTrial = breakerSeconds !== null || this.deliverer.isFailing(slice.target);
    for (let most = isTrial ? 1 : IN_ORDER_FIRST; ; most *= 2) {
      if (this.inFlight.room(slice.target) === 0) {
        this.waiting.add(slice.target);
        return;
      }
      if (this.isOver(slice)) {
        this.due.announce(endpointId);
        return;
      }
      const free = IN_ORDER_MOST - this.deliverer.eventsUnderWay(endpointId).length;
      if (free === 0) {
        await this.deliverer.nextSettled(endpointId);
        continue;
      }
      slice.calls.heed();
      const accepted = this.deliverer.accepted(endpointId);
      const leased = await this.claims.inOrder(slice.target, Math.min(free, most), accepted);
      if (leased.length === 0) {
        if (accepted.length === 0) return;
        // until they are recorded no other worker would send what comes next
        await Promise.race([this.deliverer.nextSettled(endpointId), slice.calls.next]);
        continue;
      }
      if (!(await this.sendEach(slice, leased))) return;
      // what follows a probe is announced when it has succeeded
      if (breakerSeconds !== null) return;
    }
  }

  /** Sends one after the other, each when the one before it was accepted. @returns false when they were not all accepted */
  private async sendEach(slice: Slice, leased: readonly LeasedDelivery[]): Promise<boolean> {
    const { endpointId } = slice.target;
    for (const [index, delivery] of leased.entries()) {
      const delivering = this.isOver(slice) ? undefined : await this.begin(slice, delivery);
      if (delivering === undefined) {
        await this.giveBack(leased.slice(index));
        this.due.announce(endpointId);
        return false;
      }
      const quiet = delay(patienceMs(this.inFlight.window(endpointId)), undefined, { ref: false });
      const isAccepted = await Promise.race([delivering.isAccepted, quiet]);
      if (isAccepted === true) continue;
      // first, because the attempt may end meanwhile
      if (isAccepted === undefined) this.waiting.add(slice.target);
      await this.giveBack(leased.slice(index + 1));
      if (isAccepted === false) await delivering.settled;
      return false;
    }
    return true;
  }

  private async sendAll(slice: Slice): Promise<void> {
    const { endpointId } = slice.target;
    const window = this.inFlight.window(endpointId);
    // attempts that have outlasted the last slice may be long
    let isFlowing = window.inFlight === 0;
    for (let room = this.inFlight.room(slice.target); room > 0; room = await this.roomBefore(slice)) {
      const most = isFlowing && !window.isSlow && !this.deliverer.isFailing(slice.target) ? window.claim : room;
      isFlowing = true;
      slice.calls.heed();
      const { leased, nextSeconds } = await this.claims.due(slice.target, most);
      const unsent = await this.beginAll(slice, leased);
      if (unsent.length > 0) {
        // first, because an attempt may end meanwhile
        this.waiting.add(slice.target);
        await this.giveBack(unsent);
        return;
      }
      if (leased.length < most) {
        if (nextSeconds !== null) this.due.announce(endpointId, nextSeconds);
        return;
      }
      if (this.isOver(slice)) {
        this.due.announce(endpointId);
        return;
      }
    }
    this.waiting.add(slice.target);
  }

  /** Begins the attempts that there is room for until the slice ends, or until one fails. @returns the others */
  private async beginAll(slice: Slice, leased: readonly LeasedDelivery[]): Promise<readonly LeasedDelivery[]> {
    const wasFailing = this.deliverer.isFailing(slice.target);
    for (const [index, delivery] of leased.entries()) {
      if ((await this.roomBefore(slice)) === 0) return leased.slice(index);
      if (!wasFailing && this.deliverer.isFailing(slice.target)) return leased.slice(index);
      if ((await this.begin(slice, delivery)) === undefined) return leased.slice(index);
    }
    return [];
  }

  /** Begins one attempt. @returns undefined when the slice is over, the endpoint is not enabled any more, or the lease has ended */
  private async begin(slice: Slice, delivery: LeasedDelivery): Promise<Delivering | undefined> {
    for (;;) {
      if ((await this.roomBefore(slice)) === 0) return undefined;
      const target = await this.claims.ready(slice.target, delivery);
      if (target === undefined) return undefined;
      slice.target = target;
      // another endpoint may have taken the last place meanwhile
      if (this.inFlight.room(target) === 0) continue;
      const delivering = this.deliverer.deliver(target, delivery);
      void delivering.settled.then(() => {
        const next = this.waiting.next(target);
        if (next !== undefined) this.due.announce(next);
      });
      return delivering;
    }
  }

  private async giveBack(unsent: readonly LeasedDelivery[]): Promise<void> {
    if (unsent.length > 0) await this.claims.release(unsent);
  }

  private isOver({ endsAt }: Slice): boolean {
    return this.stopping || performance.now() >= endsAt;
  }

  /** Waits until another attempt may begin. @returns how many may; 0 when the slice has ended before, or is to end */
  private async roomBefore(slice: Slice): Promise<number> {
    const { target, endsAt } = slice;
    const window = this.inFlight.window(target.endpointId);
    const began = performance.now();
    for (;;) {
      if (this.stopping) return 0;
      const room = this.inFlight.room(target);
      if (room > 0) return room;
      const leftMs = Math.min(endsAt, began + patienceMs(window)) - performance.now();
      if (leftMs <= 0) return 0;
      await Promise.race([window.nextEnd, delay(Math.min(leftMs, ROOM_POLL_MS))]);
    }
  }
}

function patienceMs({ isSlow, isProven }: SendWindow): number {
  if (isSlow) return 0;
  return isProven ? QUIET_MS : UNPROVEN_QUIET_MS;
}
