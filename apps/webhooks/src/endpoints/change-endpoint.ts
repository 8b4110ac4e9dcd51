import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type {
  DeleteWebhookEndpointCommand,
  MerchantAction,
  Refusal,
  Reply,
  UpdateWebhookEndpointCommand,
  WebhookEndpointDeleted,
  WebhookEndpointInfo,
} from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { applied } from './applied.js';
import { emitAct } from './emit-act.js';
import type { Endpoint } from './endpoint.js';
import { endpointInfo } from './endpoint.js';
import { EndpointUrlCheck } from './endpoint-url-check.js';
import { eventFilterRefusal, unreadableRefusal } from './event-filter-check.js';
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

  async update(message: Received<UpdateWebhookEndpointCommand>): Promise<Reply<WebhookEndpointInfo>> {
    const { payload: request } = message;
    const refusal = await this.refusalOf(request);
    const reply = await this.unitOfWork.run(async (tx) => {
      const found = await this.endpoints.lock(tx, request);
      if (found === undefined) return refuse('webhook_endpoint_not_found');
      if (refusal !== undefined) return refusal;
      const change = changed(found.endpoint, request);
      const unreadable = unreadableRefusal(change.events, request.unreadable);
      if (unreadable !== undefined) return unreadable;
      await this.endpoints.update(tx, request.endpointId, change);
      for (const action of actionsOf(found.endpoint, change)) emitAct(tx, message, action, request.endpointId);
      const updated = await this.endpoints.find(request, tx);
      return updated === undefined ? refuse('webhook_endpoint_not_found') : accept(endpointInfo(updated));
    });
    // what was parked or waits is sent now, and not when a job or the reconciler finds it
    if (reply.ok && reply.data.status === 'enabled') await this.waiting.changed(request.endpointId);
    if (reply.ok) await applied();
    return reply;
  }

  async delete(message: Received<DeleteWebhookEndpointCommand>): Promise<Reply<WebhookEndpointDeleted>> {
    const { endpointId } = message.payload;
    const deleted = await this.unitOfWork.run(async (tx) => {
      const isDeleted = await this.endpoints.delete(tx, message.payload);
      if (isDeleted) emitAct(tx, message, 'webhook_endpoint.deleted', endpointId);
      return isDeleted;
    });
    if (deleted) await applied();
    return deleted ? accept({ endpointId }) : refuse('webhook_endpoint_not_found');
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

/** The effects of a change: on the settings, and on the state. None when it changes nothing. */
function actionsOf(endpoint: Endpoint, { state, ...settings }: EndpointChange): readonly MerchantAction[] {
  const keys = Object.keys(settings) as (keyof typeof settings)[];
  const isChanged = keys.some((key) => !isDeepStrictEqual(endpoint[key], settings[key]));
  const actions: MerchantAction[] = isChanged ? ['webhook_endpoint.changed'] : [];
  if (state !== endpoint.state)
    actions.push(state === 'paused' ? 'webhook_endpoint.paused' : 'webhook_endpoint.enabled');
  return actions;
}
