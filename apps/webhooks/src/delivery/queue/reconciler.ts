import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Search } from '@paygate/platform';
import { JobScheduler } from '@paygate/platform';
import { DeliveriesRepository, DUE_ENDPOINTS_MAX } from '../deliveries.repository.js';
import { DeliveryQueue } from './delivery-queue.js';
import { Heartbeat } from '../workers/heartbeat.js';

const INTERVAL_SECONDS = 1;
/** A worker is taken for stuck after twice as long. */
const WATCH_SECONDS = 5;
const MS_PER_SECOND = 1_000;
/**
 * A search visits every endpoint with pending deliveries, parked ones too. After one that took long the next waits, so that searches
 * take a twentieth of the time at most, but never so long that deliveries after an outage would be late.
 */
const PAUSE_PER_SEARCH = 19;
const PAUSE_MAX_SECONDS = 3.5;

/**
 * Makes delivery certain. Every second it writes this worker's heartbeat, and separately, so that no slow search delays the
 * heartbeat, enqueues endpoints with deliveries due: every second while there are any or Redis, which times what is due later, is away.
 */
@Injectable()
export class Reconciler {
  /** A search that found as many as it may goes on after the last one, so that no endpoint is always beyond its limit. */
  private after = '';
  private search: Search | undefined;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: DeliveryQueue,
    private readonly heartbeat: Heartbeat,
    private readonly jobScheduler: JobScheduler,
  ) {}

  start(): void {
    this.jobScheduler.repeat({
      name: 'worker heartbeat',
      everySeconds: INTERVAL_SECONDS,
      work: () => this.beat(),
    });
    this.search = this.jobScheduler.search({
      name: 'reconcile deliveries',
      everySeconds: INTERVAL_SECONDS,
      work: () => this.enqueueDue(),
    });
    this.jobScheduler.repeat({
      name: 'watch the delivery queue',
      everySeconds: WATCH_SECONDS,
      work: () => this.queue.watchWorker(),
    });
  }

  /**
   * Continues the heartbeat until the last attempts are finished: scheduled jobs end when the shutdown begins, and a worker
   * without a heartbeat is taken for dead.
   */
  async beatUntil(lastAttempts: Promise<unknown>): Promise<void> {
    const finished = lastAttempts.then(() => true);
    while (!(await Promise.race([finished, delay(INTERVAL_SECONDS * MS_PER_SECOND, false, { ref: false })])))
      // a heartbeat that fails is followed by another
      await this.heartbeat.beat().catch(() => undefined);
    await this.heartbeat.end();
  }

  /** The leases of a removed worker are void: what it had is due. */
  private async beat(): Promise<void> {
    if ((await this.heartbeat.beat()) > 0) this.search?.wake();
  }

  /** Resolves to the pause until the next search. Seconds; undefined when none is needed soon. */
  private async enqueueDue(): Promise<number | undefined> {
    const began = performance.now();
    const found = await this.deliveries.dueEndpoints(this.after);
    const tookSeconds = (performance.now() - began) / MS_PER_SECOND;
    this.after = found.length < DUE_ENDPOINTS_MAX ? '' : (found.at(-1) ?? '');
    await this.queue.enqueue(found);
    if (found.length === 0 && this.queue.isConnected) return undefined;
    return Math.min(PAUSE_MAX_SECONDS, PAUSE_PER_SEARCH * tookSeconds);
  }
}
