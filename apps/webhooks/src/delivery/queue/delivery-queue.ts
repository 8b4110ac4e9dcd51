import { Injectable } from '@nestjs/common';
import type { SealedTarget } from '../../events/sealed-target.js';
import { EndpointSlices } from '../endpoint-slices.js';
import { DirectQueue } from './direct-queue.js';
import { DueEndpoints } from './due-endpoints.js';
import { EndpointJobs } from './endpoint-jobs.js';

/** Milliseconds that Redis must be away before slices run without it. */
const DIRECT_MODE_AFTER_MS = 5_000;

/**
 * The queue of endpoints with due deliveries. The deliveries themselves are rows in PostgreSQL, so Redis may lose a job: the
 * reconciler enqueues its endpoint again. After {@link DIRECT_MODE_AFTER_MS} without Redis slices run in-process.
 */
@Injectable()
export class DeliveryQueue {
  private awaySince: number | undefined = performance.now();

  constructor(
    private readonly jobs: EndpointJobs,
    private readonly direct: DirectQueue,
    private readonly slices: EndpointSlices,
    due: DueEndpoints,
  ) {
    due.listen((endpointId, inSeconds) => {
      void (inSeconds > 0 ? this.jobs.schedule(endpointId, inSeconds) : this.enqueue([endpointId]));
    });
  }

  /** True when Redis takes jobs, and times those of later. */
  get isConnected(): boolean {
    return this.jobs.isConnected;
  }

  start(): void {
    this.jobs.start((endpointId) => this.slices.run(endpointId));
  }

  /** Ends the slices under way. */
  async stop(): Promise<void> {
    this.slices.stop();
    await Promise.all([this.jobs.stop(), this.direct.stop()]);
  }

  /**
   * Delivers what was stored here a moment ago: a slice in this process for as many endpoints as it has slots for, without a job. An ordered
   * endpoint has a job, since its one slice among all instances is what calls it when a delivery comes while another is recorded. Never throws.
   */
  async deliver(stored: readonly SealedTarget[]): Promise<void> {
    const idle = stored.filter(({ endpointId }) => this.isIdle(endpointId));
    const begun = new Set(this.direct.begin(idle.filter(({ ordered }) => !ordered)));
    await this.enqueue(idle.filter((endpoint) => !begun.has(endpoint)).map(({ endpointId }) => endpointId));
  }

  /**
   * Enqueues endpoints that have deliveries due, without those that have a slice here or wait for a place. Never throws: the reconciler
   * enqueues again what is lost.
   */
  async enqueue(found: readonly string[]): Promise<void> {
    const endpointIds = found.filter((endpointId) => this.isIdle(endpointId));
    if (endpointIds.length === 0) return;
    if (await this.jobs.add(endpointIds)) {
      this.awaySince = undefined;
      return;
    }
    this.awaySince ??= performance.now();
    if (performance.now() - this.awaySince >= DIRECT_MODE_AFTER_MS) this.direct.add(endpointIds);
  }

  /** Replaces a worker that takes no jobs any more. */
  watchWorker(): Promise<void> {
    return this.jobs.watchWorker();
  }

  /** True when an endpoint has no slice here, which is called if it has, and does not wait for a place. */
  private isIdle(endpointId: string): boolean {
    return !this.slices.call(endpointId) && !this.slices.isHeld(endpointId);
  }
}
