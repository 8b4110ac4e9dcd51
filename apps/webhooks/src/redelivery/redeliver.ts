import { Injectable } from '@nestjs/common';
import type { OfWebhookDelivery, Reply, WebhookDeliveryInfo } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { DeliveryListsRepository } from '../reading/delivery-lists.repository.js';
import { RedeliveryRepository } from './redelivery.repository.js';

/** Makes a delivery due now. The row says so before the answer does, so that no crash loses it. */
@Injectable()
export class Redeliver {
  constructor(
    private readonly deliveries: DeliveryListsRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly redeliveries: RedeliveryRepository,
    private readonly queue: DeliveryQueue,
  ) {}

  async redeliver(request: OfWebhookDelivery): Promise<Reply<WebhookDeliveryInfo>> {
    const found = await this.deliveries.find(request);
    if (found === undefined) return refuse('delivery_not_found');
    const { merchantId, mode } = request;
    const endpoint = await this.endpoints.find({ merchantId, mode, endpointId: found.endpointId });
    if (endpoint === undefined) return refuse('webhook_endpoint_not_found');
    if (!(await this.redeliveries.makeDue(found))) return refuse('event_body_expired');
    await this.queue.enqueue([found.endpointId]);
    return accept((await this.deliveries.find(request)) ?? found);
  }
}
