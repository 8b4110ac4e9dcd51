import { Injectable } from '@nestjs/common';
import type { RecoverWebhookEndpointCommand, Reply, WebhookRecoveryInfo } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { JobScheduler, Search } from '@paygate/platform';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { emitAct } from '../endpoints/emit-act.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { IdempotentRequests } from '../endpoints/idempotent-requests.js';
import { RecoveriesRepository } from './recoveries.repository.js';

/** Sends the events of a range of time to an endpoint again, step by step. The row of the recovery holds its progress. */
@Injectable()
export class Recover {
  private search: Search | undefined;

  constructor(
    private readonly recoveries: RecoveriesRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly requests: IdempotentRequests,
    private readonly queue: DeliveryQueue,
  ) {}

  begin(message: Received<RecoverWebhookEndpointCommand>): Promise<Reply<WebhookRecoveryInfo>> {
    const { payload: request } = message;
    return this.requests.once<WebhookRecoveryInfo>('recover-webhook-endpoint', request, async (tx) => {
      const repeated = await this.recoveries.find(request, tx);
      if (repeated !== undefined) return { ...accept(repeated), replayed: true };
      if ((await this.endpoints.lock(tx, request)) === undefined) return refuse('webhook_endpoint_not_found');
      if (Date.parse(request.from) >= Math.min(Date.parse(request.to ?? '9999-12-31'), Date.now()))
        return refuse('parameter_invalid', {
          param: 'from',
          detail: 'The range must begin before it ends, and before now.',
        });
      if (!(await this.recoveries.insert(tx, request))) return refuse('recovery_in_progress');
      tx.afterCommit(() => this.search?.wake());
      if (request.dryRun !== true) emitAct(tx, message, 'webhook_endpoint.recovery_started', request.endpointId);
      const begun = await this.recoveries.find(request, tx);
      return begun === undefined ? refuse('webhook_endpoint_not_found') : accept(begun);
    });
  }

  /** Begins to take the steps that are due. */
  start(scheduler: JobScheduler): void {
    this.search = scheduler.search({ name: 'recoveries', everySeconds: 0.5, work: () => this.proceed() });
  }

  /** Takes the steps that are due, of all recoveries. Resolves to the seconds until the next one is. */
  private async proceed(): Promise<number | undefined> {
    for (;;) {
      const { endpointId, dueSeconds } = await this.recoveries.step();
      if (endpointId === null) return dueSeconds ?? undefined;
      await this.queue.enqueue([endpointId]);
    }
  }
}
