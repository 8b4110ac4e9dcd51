import { Controller } from '@nestjs/common';
import type {
  Reply,
  WebhookDeliveryPage,
  WebhookDeliveryWithAttempts,
  WebhookEventInfo,
  WebhookEventPage,
} from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { DeliveryListsRepository } from './delivery-lists.repository.js';
import { EventListsRepository } from './event-lists.repository.js';
import { ListEvents } from './list-events.js';

/** Commands that read events and deliveries. */
@Controller()
export class ReadingCommands {
  constructor(
    private readonly lists: ListEvents,
    private readonly events: EventListsRepository,
    private readonly deliveries: DeliveryListsRepository,
    private readonly endpoints: EndpointsRepository,
  ) {}

  @HandleCommand(contract.listWebhookEvents)
  listEvents(query: contract.ListWebhookEventsCommand): Promise<Reply<WebhookEventPage>> {
    return this.lists.list(query);
  }

  @HandleCommand(contract.getWebhookEvent)
  async readEvent(request: contract.OfWebhookEvent): Promise<Reply<WebhookEventInfo>> {
    const event = await this.events.find(request);
    return event === undefined ? refuse('event_not_found') : accept(event);
  }

  @HandleCommand(contract.listEventDeliveries)
  async listOfEvent(request: contract.OfWebhookEvent): Promise<Reply<WebhookDeliveryPage>> {
    if ((await this.events.find(request)) === undefined) return refuse('event_not_found');
    const deliveries = await this.deliveries.ofEvent(request, request.eventId);
    return accept({ deliveries: [...deliveries], hasMore: false });
  }

  @HandleCommand(contract.listEndpointDeliveries)
  async listOfEndpoint(request: contract.ListEndpointDeliveriesCommand): Promise<Reply<WebhookDeliveryPage>> {
    if ((await this.endpoints.find(request)) === undefined) return refuse('webhook_endpoint_not_found');
    const { merchantId, mode, limit, startingAfter: deliveryId } = request;
    const cursor = deliveryId === undefined ? undefined : await this.deliveries.find({ merchantId, mode, deliveryId });
    if (deliveryId !== undefined && cursor?.endpointId !== request.endpointId)
      return refuse('cursor_invalid', { param: 'startingAfter' });
    const found = await this.deliveries.ofEndpoint(request, limit + 1, cursor?.eventId);
    return accept({ deliveries: found.slice(0, limit), hasMore: found.length > limit });
  }

  @HandleCommand(contract.getWebhookDelivery)
  async readDelivery(request: contract.OfWebhookDelivery): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const delivery = await this.deliveries.find(request);
    if (delivery === undefined) return refuse('delivery_not_found');
    return accept(Object.assign(delivery, { attempts: await this.deliveries.attempts(delivery) }));
  }
}
