import { Controller } from '@nestjs/common';
import type { OperatorChanged } from '@paygate/contracts';
import { operatorDegraded, operatorRecovered } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { operatorEventBody } from '../events/event-body.js';
import type { WebhookEvent } from '../events/events.repository.js';
import { EventsRepository } from '../events/events.repository.js';
import { eventIdOfMerchant } from './event-of-merchant.js';
import type { Subscriber } from './subscribers.repository.js';
import { SubscribersRepository } from './subscribers.repository.js';

/** Merchants whose events are stored in one statement. */
const BATCH = 500;

/** Changes of operators, which become an event of each merchant with an endpoint that names them. A redelivered one has no effect. */
@Controller()
export class OperatorsEvents {
  constructor(
    private readonly subscribers: SubscribersRepository,
    private readonly events: EventsRepository,
    private readonly queue: DeliveryQueue,
    private readonly tracing: Tracing,
  ) {}

  @HandleEventBatch(operatorDegraded, operatorRecovered)
  async onOperatorChanged(batch: readonly Received<OperatorChanged>[]): Promise<void> {
    for (const change of batch) await this.#store(change);
  }

  async #store(change: Received<OperatorChanged>): Promise<void> {
    const { mode } = change.payload;
    let found: readonly Subscriber[] = [];
    do {
      found = await this.subscribers.after(change.type, mode, found.at(-1)?.merchantId ?? '', BATCH);
      const events = found.map((subscriber) => this.#eventOf(change, subscriber));
      await this.queue.deliver(await this.events.store(events));
    } while (found.length === BATCH);
  }

  #eventOf(
    { id: causationId, type, payload }: Received<OperatorChanged>,
    { merchantId, apiVersion }: Subscriber,
  ): WebhookEvent {
    const eventId = eventIdOfMerchant(payload.eventId, merchantId);
    return {
      ...{ eventId, merchantId, mode: payload.mode, type, intentId: null, sequence: null },
      body: operatorEventBody({ eventId, type }, payload, apiVersion ?? undefined),
      traceparent: this.tracing.active({ causationId }),
    };
  }
}
