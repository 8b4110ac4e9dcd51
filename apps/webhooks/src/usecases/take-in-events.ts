import { Injectable } from '@nestjs/common';
import type { IntentChanged } from '@paygate/contracts';
import { merchantEventTypes } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { NewDelivery, WebhookEvent } from '../deliveries.repository.js';
import { DeliveriesRepository } from '../deliveries.repository.js';
import { Doorbell } from '../delivery/doorbell.js';
import { MerchantVersionsRepository } from '../merchant-versions.repository.js';
import { matchesEvent } from '../domain/event-filter.js';
import { EndpointsRepository } from '../endpoints.repository.js';
import { eventBody } from '../webhooks.view.js';

/**
 * Turns changes of intents into events that merchants see, with one delivery for each endpoint that wants it. What is
 * committed here is delivered, whatever becomes of Redis or of this process; a change that comes again brings nothing new.
 */
@Injectable()
export class TakeInEvents {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly versions: MerchantVersionsRepository,
    private readonly doorbell: Doorbell,
  ) {}

  async execute(batch: readonly Received<IntentChanged>[]): Promise<void> {
    const versions = await this.versions.ofMerchants(merchantsOf(batch));
    const events = batch.map((change) => webhookEventOf(change, versions));
    const deliveries = await this.deliveriesOf(events);
    const lanes = await this.deliveries.takeIn(events, deliveries);
    await this.doorbell.ring(lanes);
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
