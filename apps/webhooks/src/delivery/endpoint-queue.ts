import { Injectable } from '@nestjs/common';
import type { LeasedDelivery } from './deliveries.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import type { Attempted, Target } from './attempter.js';
import { Attempter } from './attempter.js';
import { Heartbeat } from './heartbeat.js';

/** Milliseconds after which an endpoint with further due deliveries goes to the end of the queue, so that none occupies a slot. */
const SLICE_MS = 1_000;
/** Concurrent attempts to one endpoint. */
const ENDPOINT_CONCURRENCY = 8;

/** Whether an endpoint has more due when its slice ends. */
export type SliceEnd = 'drained' | 'more';

/** Delivers what is due to one endpoint, one time slice per call. */
@Injectable()
export class EndpointQueue {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly attempter: Attempter,
    private readonly heartbeat: Heartbeat,
  ) {}

  /** Delivers to an endpoint for one slice of time. */
  async run(endpointId: string): Promise<SliceEnd> {
    const target = await this.target(endpointId);
    const { worker } = this.heartbeat;
    if (target === undefined || worker === undefined) return 'drained';
    const sliceEnds = performance.now() + SLICE_MS;
    while (performance.now() < sliceEnds) {
      const leased = await this.deliveries.claim(endpointId, worker);
      if (leased.length === 0) return 'drained';
      const attempted = await this.attemptAll(target, leased);
      await this.deliveries.record(attempted.map(({ record }) => record));
      if (attempted.some(({ verdict }) => verdict === 'endpoint_gone'))
        await this.deliveries.disableEndpoint(endpointId);
    }
    return 'more';
  }

  private async target(endpointId: string): Promise<Target | undefined> {
    const found = await this.endpoints.withSecrets(endpointId);
    return found?.endpoint.state === 'enabled' ? { url: found.endpoint.url, secrets: found.secrets } : undefined;
  }

  /** Attempts leased deliveries, {@link ENDPOINT_CONCURRENCY} at a time. */
  private async attemptAll(target: Target, leased: readonly LeasedDelivery[]): Promise<readonly Attempted[]> {
    const attempted: Attempted[] = [];
    const queue = leased.values();
    const attemptNext = async (): Promise<void> => {
      for (const delivery of queue) attempted.push(await this.attempter.attempt(target, delivery));
    };
    await Promise.all(Array.from({ length: ENDPOINT_CONCURRENCY }, attemptNext));
    return attempted;
  }
}
