import { Injectable } from '@nestjs/common';
import type { Attempted } from './attempter.js';
import { Attempter } from './attempter.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import type { Failures } from './domain/endpoint-health.js';
import { verdictOf } from '../egress/domain/outcome.js';
import { EndpointHealthRecorder } from './health/endpoint-health.js';
import { DueEndpoints } from './queue/due-endpoints.js';
import { Results } from './results.js';
import type { Target } from './targets.repository.js';

/** Draws the consequences of an attempt: for the delivery, then for the endpoint. */
@Injectable()
export class AttemptSettlement {
  /** Endpoints whose last attempt by this process has failed. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly attempter: Attempter,
    private readonly results: Results,
    private readonly health: EndpointHealthRecorder,
    private readonly due: DueEndpoints,
  ) {}

  /** True when the last attempt to the endpoint that is known here has failed. */
  isFailing({ endpointId, isFailing }: Target): boolean {
    return isFailing || this.failing.has(endpointId);
  }

  async settle(target: Target, delivery: LeasedDelivery, attempted: Attempted): Promise<void> {
    const { result } = attempted;
    const { endpointId } = target;
    const verdict = verdictOf(result);
    if (verdict === 'retry') this.failing.add(endpointId);
    const record = this.attempter.recordOf(target, delivery, attempted);
    await this.results.add(record);
    switch (verdict) {
      case 'delivered':
        if (this.isFailing(target)) await this.recover(target);
        return;
      case 'endpoint_gone':
        this.announce(await this.health.gone(target));
        this.due.announce(endpointId);
        return;
      case 'retry':
        await this.fail(target, {
          hasNoAddress: result.kind === 'failed' && (result.cause === 'address_forbidden' || result.cause === 'dns'),
          ...(target.ordered && { holdSeconds: record.retryInSeconds }),
        });
    }
  }

  /** Records the results that wait. */
  drain(): Promise<void> {
    return this.results.drain();
  }

  /** The breaker is closed: what has waited behind it is due now. */
  private async recover(target: Target): Promise<void> {
    const { endpointId, breakerSeconds } = target;
    this.failing.delete(endpointId);
    await this.health.recovered(target);
    if (breakerSeconds !== null) this.due.announce(endpointId);
  }

  private async fail(target: Target, facts: Pick<Failures, 'hasNoAddress' | 'holdSeconds'>): Promise<void> {
    const { endpointId, mode, breakerSeconds } = target;
    const compression = this.attempter.compression(mode);
    const isProbe = breakerSeconds !== null;
    this.announce(await this.health.failed(target, { ...facts, count: 1, isProbe, compression }));
    const seconds = await this.health.nextDueSeconds(endpointId);
    if (seconds !== null) this.due.announce(endpointId, seconds);
  }

  private announce(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) this.due.announce(endpointId);
  }
}
