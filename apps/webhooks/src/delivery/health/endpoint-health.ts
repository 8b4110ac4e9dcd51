import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { Logger } from '@paygate/platform';
import { DeliveryMetrics } from '../delivery-metrics.js';
import type { Failures } from '../domain/endpoint-health.js';
import { afterFailures } from '../domain/endpoint-health.js';
import type { AilingEndpoint } from './endpoint-health.repository.js';
import { EndpointHealthRepository } from './endpoint-health.repository.js';
import type { Notice } from './endpoint-notices.js';
import type { Target } from '../targets.repository.js';
import { EndpointNotices } from './endpoint-notices.js';

/** The endpoint that was posted to. A result says nothing about an endpoint that has another URL by now. */
type PostedTo = Pick<Target, 'endpointId' | 'url'>;

/** Keeps account of the failures of endpoints: opens and closes their breakers, disables them, and notifies their merchants. */
@Injectable()
export class EndpointHealthRecorder {
  constructor(
    private readonly endpoints: EndpointHealthRepository,
    private readonly notices: EndpointNotices,
    private readonly metrics: DeliveryMetrics,
    private readonly logger: Logger,
  ) {}

  /** Counts failures that followed each other. @returns the endpoints that have a notice to receive */
  failed(target: PostedTo, failures: Omit<Failures, 'now'>): Promise<readonly string[]> {
    return this.change(target, async (tx, { health: before, now, endpointId }) => {
      const { health, disable, notices } = afterFailures(before, { ...failures, now });
      await this.endpoints.store(tx, endpointId, health);
      if (disable) await this.endpoints.disable(tx, endpointId, 'failing');
      return disable ? [{ type: 'endpoint.disabled', reason: 'failing' }] : notices.map(failing);
    });
  }

  /** Disables an endpoint whose receiver answers that it is gone. @returns the endpoints that have a notice to receive */
  gone(target: PostedTo): Promise<readonly string[]> {
    return this.change(target, async (tx, { endpointId }) => {
      await this.endpoints.disable(tx, endpointId, 'gone');
      return [{ type: 'endpoint.disabled', reason: 'gone' }];
    });
  }

  async recovered({ endpointId, url }: PostedTo): Promise<void> {
    await this.guarded(endpointId, undefined, () => this.endpoints.recover(endpointId, url));
  }

  /** The time until the endpoint has a delivery due that its breaker lets through; null when none is pending. Seconds. */
  async nextDueSeconds(endpointId: string): Promise<number | null> {
    return this.guarded(endpointId, null, () => this.endpoints.nextDueSeconds(endpointId));
  }

  private change(
    { endpointId, url }: PostedTo,
    work: (tx: Transaction, endpoint: AilingEndpoint) => Promise<readonly Notice[]>,
  ): Promise<readonly string[]> {
    return this.guarded(endpointId, [], async () => {
      const { notices, endpointIds } = await this.endpoints.transaction(async (tx) => {
        const endpoint = await this.endpoints.lock(tx, endpointId, url);
        if (endpoint === undefined) return { notices: [], endpointIds: [] };
        const made = await work(tx, endpoint);
        return { notices: made, endpointIds: await this.notices.store(tx, endpoint, made) };
      });
      for (const notice of notices) this.metrics.noticed(notice);
      return endpointIds;
    });
  }

  /** The health of an endpoint is less than its deliveries: what cannot be recorded is recorded after the next attempt. */
  private async guarded<T>(endpointId: string, otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.logger.error('the health of an endpoint was not recorded', error, { endpointId });
      return otherwise;
    }
  }
}

function failing(reason: 'no_success' | 'address_not_allowed'): Notice {
  return { type: 'endpoint.failing', reason };
}
