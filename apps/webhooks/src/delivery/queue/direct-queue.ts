import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { EndpointSlices } from '../endpoint-slices.js';

/** Endpoints that one instance delivers to at a time, with Redis or without it. */
export const ENDPOINTS_AT_A_TIME = 64;
/** Endpoints that wait; the reconciler finds the others again. */
const WAITING_MAX = 10_000;

/** The queue of endpoints inside the process, for times without Redis. An endpoint with more due goes to its end. */
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
    this.begin();
  }

  /** Finishes the slices under way. */
  async stop(): Promise<void> {
    this.waiting.clear();
    await Promise.all(this.running);
  }

  private begin(): void {
    for (const endpointId of this.waiting) {
      if (this.running.size >= ENDPOINTS_AT_A_TIME) return;
      this.waiting.delete(endpointId);
      const run = this.run(endpointId).finally(() => {
        this.running.delete(run);
        this.begin();
      });
      this.running.add(run);
    }
  }

  private async run(endpointId: string): Promise<void> {
    try {
      await this.slices.run(endpointId);
    } catch (error) {
      this.logger.error('the deliveries to an endpoint failed and are tried again', error, { endpointId });
    }
  }
}
