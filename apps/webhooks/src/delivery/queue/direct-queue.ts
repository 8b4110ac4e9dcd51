import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import type { SealedTarget } from '../../events/sealed-target.js';
import { EndpointSlices } from '../endpoint-slices.js';

/** Endpoints that one instance delivers to at a time, with Redis or without it. */
export const ENDPOINTS_AT_A_TIME = 64;
/** Endpoints that wait; the reconciler finds the others again. */
const WAITING_MAX = 10_000;

/** The slices that no job runs: of endpoints whose events were stored here, and of all that wait while Redis is away, where one with more due goes to the end. */
@Injectable()
export class DirectQueue {
  private readonly waiting = new Set<string>();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly slices: EndpointSlices,
    private readonly logger: Logger,
  ) {}

  add(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) if (this.waiting.size < WAITING_MAX) this.waiting.add(endpointId);
    this.next();
  }

  /** Begins the slices of endpoints while there are free slots. @returns those that have begun */
  begin(endpoints: readonly SealedTarget[]): readonly SealedTarget[] {
    const begun = endpoints.slice(0, Math.max(0, ENDPOINTS_AT_A_TIME - this.running.size));
    for (const endpoint of begun) this.start(endpoint.endpointId, endpoint);
    return begun;
  }

  /** Finishes the slices under way. */
  async stop(): Promise<void> {
    this.waiting.clear();
    await Promise.all(this.running);
  }

  private next(): void {
    for (const endpointId of this.waiting) {
      if (this.running.size >= ENDPOINTS_AT_A_TIME) return;
      this.waiting.delete(endpointId);
      this.start(endpointId);
    }
  }

  private start(endpointId: string, read?: SealedTarget): void {
    const run = this.run(endpointId, read).finally(() => {
      this.running.delete(run);
      this.next();
    });
    this.running.add(run);
  }

  private async run(endpointId: string, read?: SealedTarget): Promise<void> {
    try {
      await this.slices.run(endpointId, read);
    } catch (error) {
      this.logger.error('the deliveries to an endpoint failed and are tried again', error, { endpointId });
    }
  }
}
