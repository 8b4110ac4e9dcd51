import { Injectable } from '@nestjs/common';
import type { RedeliverWebhookCommand, Reply, WebhookDeliveryInfo } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { emitAct } from '../endpoints/emit-act.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { IdempotentRequests } from '../endpoints/idempotent-requests.js';
import { DeliveryListsRepository } from '../reading/delivery-lists.repository.js';
import { makeDue } from './redelivery.repository.js';

/** Makes a delivery due now. The row says so before the answer does, so that no crash loses it. */
@Injectable()
export class Redeliver {
  constructor(
    private readonly deliveries: DeliveryListsRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly requests: IdempotentRequests,
    private readonly queue: DeliveryQueue,
  ) {}

  async redeliver(message: Received<RedeliverWebhookCommand>): Promise<Reply<WebhookDeliveryInfo>> {
    const { payload: request } = message;
    const made = await this.requests.once<WebhookDeliveryInfo>('redeliver-webhook', request, async (tx) => {
      const found = await this.deliveries.find(request, tx);
      if (found === undefined) return refuse('delivery_not_found');
      const { merchantId, mode } = request;
      const endpoint = await this.endpoints.find({ merchantId, mode, endpointId: found.endpointId }, tx);
      if (endpoint === undefined) return refuse('webhook_endpoint_not_found');
      if (!(await makeDue(tx, found))) return refuse('event_body_expired');
      emitAct(tx, message, 'delivery.redelivered', request.deliveryId);
      return accept((await this.deliveries.find(request, tx)) ?? found);
    });
    if (made.ok && made.replayed !== true) await this.queue.enqueue([made.data.endpointId]);
    return made;
  }
}
