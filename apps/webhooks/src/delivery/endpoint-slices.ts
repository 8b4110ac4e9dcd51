import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { SealedTarget } from '../events/sealed-target.js';
import { Calls } from './calls.js';
import { Claims } from './claims.js';
import { Deliverer } from './deliverer.js';
import { DueEndpoints } from './queue/due-endpoints.js';
import { SliceSender } from './slice-sender.js';

/** Milliseconds after which an endpoint gives up its slot. Attempts that take longer go on without it. */
const SLICE_MS = 1_000;
const RELEASE_RETRY_MS = 500;

/** Gives each endpoint one slice of time per call, and no two at once. */
@Injectable()
export class EndpointSlices {
  /** By endpoint with a slice under way: the calls meanwhile. */
  private readonly running = new Map<string, Calls>();
  private stopping = false;

  constructor(
    private readonly claims: Claims,
    private readonly deliverer: Deliverer,
    private readonly sender: SliceSender,
    private readonly due: DueEndpoints,
  ) {}

  /** Runs a slice. @param read the endpoint, if it was read a moment ago */
  async run(endpointId: string, read?: SealedTarget): Promise<void> {
    if (this.stopping || this.isHeld(endpointId) || this.call(endpointId)) return;
    const calls = new Calls();
    this.running.set(endpointId, calls);
    try {
      const endsAt = performance.now() + SLICE_MS;
      for (let known = read; ; known = undefined) {
        const target = await this.claims.target(endpointId, known);
        calls.heed();
        if (target !== undefined) await this.sender.send({ target, endsAt, calls });
        if (!calls.isWaiting || this.isHeld(endpointId) || performance.now() >= endsAt) break;
      }
    } catch (error) {
      await this.releaseUnknown(endpointId);
      throw error;
    } finally {
      this.running.delete(endpointId);
      if (calls.isWaiting) this.due.announce(endpointId);
    }
  }

  /** Notifies the slice of an endpoint that more is due. @returns false when it has none here */
  call(endpointId: string): boolean {
    const calls = this.running.get(endpointId);
    calls?.add();
    return calls !== undefined;
  }

  /** True when an endpoint waits for a place here and there is none for it. */
  isHeld(endpointId: string): boolean {
    return this.sender.waiting.isHeld(endpointId);
  }

  /** Ends the slices under way as soon as possible. */
  stop(): void {
    this.stopping = true;
    this.sender.stop();
  }

  /**
   * After a failure some deliveries may be leased without anybody here knowing it: the answer to a claim may be lost. They are given
   * back as soon as the database answers; meanwhile the endpoint has no other slice in this process. A claim that is carried out later
   * is void: the worker goes on under a new id.
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
}
