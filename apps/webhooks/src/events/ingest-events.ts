import { Injectable } from '@nestjs/common';
import type { IntentChanged } from '@paygate/contracts';
import { merchantEventTypes } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { NewDelivery, WebhookEvent } from '../delivery/deliveries.repository.js';
import { DeliveriesRepository } from '../delivery/deliveries.repository.js';
import { DeliveryQueue } from '../delivery/delivery-queue.js';
import { MerchantVersionsRepository } from './merchant-versions.repository.js';
import { matchesEvent } from '../endpoints/domain/event-filter.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { eventBody } from './event-body.js';

/**
 * Turns changes of intents into merchants' events, with one delivery for each endpoint that subscribes to them. A committed
 * delivery is made even if Redis or this process fails. A redelivered change has no effect.
 */
@Injectable()
export class IngestEvents {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly versions: MerchantVersionsRepository,
    private readonly queue: DeliveryQueue,
  ) {}

  async execute(batch: readonly Received<IntentChanged>[]): Promise<void> {
    const versions = await this.versions.ofMerchants(merchantsOf(batch));
    const events = batch.map((change) => webhookEventOf(change, versions));
    const deliveries = await this.deliveriesOf(events);
    const endpointIds = await this.deliveries.ingest(events, deliveries);
    await this.queue.enqueue(endpointIds);
  }

  private async deliveriesOf(events: readonly WebhookEvent[]): Promise<readonly NewDelivery[]> {
    const endpoints = await this.endpoints.ofMerchants([...new Set(events.map((event) => event.merchantId))]);
    return events.flatMap((event) =>
      endpoints
        .filter((endpoint) => endpoint.merchantId === event.merchantId && endpoint.mode === event.mode)
        .filter((endpoint) => matchesEvent(endpoint.events, event.type))
        .map((endpoint) => ({
          deliveryId: newId('delivery'),
          eventId: event.eventId,
          endpointId: endpoint.endpointId,
          state: endpoint.state === 'enabled' ? ('pending' as const) : ('parked' as const),
        })),
    );
  }
}

function merchantsOf(batch: readonly Received<IntentChanged>[]): readonly string[] {
  return [...new Set(batch.map(({ payload }) => payload.intent.merchantId))];
}

function webhookEventOf(
  { type, payload }: Received<IntentChanged>,
  versions: ReadonlyMap<string, string>,
): WebhookEvent {
  const merchantType = merchantEventTypes[type as keyof typeof merchantEventTypes];
  return {
    eventId: payload.eventId,
    merchantId: payload.intent.merchantId,
    mode: payload.intent.mode,
    type: merchantType,
    intentId: payload.intent.id,
    sequence: payload.sequence,
    body: eventBody(merchantType, payload, versions.get(payload.intent.merchantId)),
  };
}
