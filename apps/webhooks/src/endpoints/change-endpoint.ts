import { Injectable } from '@nestjs/common';
import type {
  OfWebhookEndpoint,
  Refusal,
  Reply,
  UpdateWebhookEndpointCommand,
  WebhookEndpointDeleted,
  WebhookEndpointInfo,
} from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { applied } from './applied.js';
import type { Endpoint } from './endpoint.js';
import { endpointInfo } from './endpoint.js';
import { EndpointUrlCheck } from './endpoint-url-check.js';
import { eventFilterRefusal } from './event-filter-check.js';
import type { EndpointChange } from './endpoints.repository.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { WaitingDeliveries } from './waiting-deliveries.js';

/** Changes, pauses, resumes and deletes endpoints. Deliveries that wait at a paused one need no change: its state parks them. */
@Injectable()
export class ChangeEndpoint {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly urls: EndpointUrlCheck,
    private readonly unitOfWork: UnitOfWork,
    private readonly waiting: WaitingDeliveries,
  ) {}

  async update(request: UpdateWebhookEndpointCommand): Promise<Reply<WebhookEndpointInfo>> {
    const refusal = await this.refusalOf(request);
    const reply = await this.unitOfWork.run(async (tx) => {
      const found = await this.endpoints.lock(tx, request);
      if (found === undefined) return refuse('webhook_endpoint_not_found');
      if (refusal !== undefined) return refusal;
      await this.endpoints.update(tx, request.endpointId, changed(found.endpoint, request));
      const updated = await this.endpoints.find(request, tx);
      return updated === undefined ? refuse('webhook_endpoint_not_found') : accept(endpointInfo(updated));
    });
    // what was parked or waits is sent now, and not when a job or the reconciler finds it
    if (reply.ok && reply.data.status === 'enabled') await this.waiting.changed(request.endpointId);
    if (reply.ok) await applied();
    return reply;
  }

  async delete(request: OfWebhookEndpoint): Promise<Reply<WebhookEndpointDeleted>> {
    const deleted = await this.unitOfWork.run((tx) => this.endpoints.delete(tx, request));
    if (deleted) await applied();
    return deleted ? accept({ endpointId: request.endpointId }) : refuse('webhook_endpoint_not_found');
  }

  private async refusalOf({ events = [], url, mode }: UpdateWebhookEndpointCommand): Promise<Refusal | undefined> {
    return eventFilterRefusal(events) ?? (url === undefined ? undefined : await this.urls.refusalOf(url, mode));
  }
}

function changed(endpoint: Endpoint, request: UpdateWebhookEndpointCommand): EndpointChange {
  const { url = endpoint.url, events, description, ordered = endpoint.ordered, retrySchedule, status } = request;
  return {
    ...{ url, ordered, state: status ?? endpoint.state },
    events: events === undefined ? endpoint.events : [...new Set(events)],
    description: description === '' ? null : (description ?? endpoint.description),
    retrySchedule: retrySchedule?.length === 0 ? null : (retrySchedule ?? endpoint.retrySchedule),
  };
}
