import { Injectable } from '@nestjs/common';
import type { IntentChanged } from '@paygate/contracts';
import {
  intentCanceled,
  intentCompleted,
  intentCreated,
  intentExpired,
  intentFailed,
  merchantTypeOf,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { eventBody } from '../events/event-body.js';
import type { CountedPayment, WebhookEvent } from '../events/events.repository.js';
import { EventsRepository } from '../events/events.repository.js';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';

/**
 * Turns changes of intents into merchants' events, with one delivery for each endpoint that subscribes to them. A committed
 * delivery is made even if Redis or this process fails. A redelivered change has no effect.
 */
@Injectable()
export class IngestEvents {
  constructor(
    private readonly events: EventsRepository,
    private readonly versions: MerchantVersionsRepository,
    private readonly queue: DeliveryQueue,
    private readonly tracing: Tracing,
  ) {}

  async ingest(batch: readonly Received<IntentChanged>[]): Promise<void> {
    const versions = await this.versions.ofMerchants(merchantsOf(batch));
    const stored = await this.events.store(
      batch.map((change) => ({
        ...webhookEventOf(change, versions),
        traceparent: this.tracing.active({ causationId: change.id }),
      })),
    );
    await this.queue.deliver(stored);
  }
}

function merchantsOf(batch: readonly Received<IntentChanged>[]): readonly string[] {
  return [...new Set(batch.map(({ payload }) => payload.intent.merchantId))];
}

function webhookEventOf(
  { type, payload }: Received<IntentChanged>,
  versions: ReadonlyMap<string, string>,
): WebhookEvent {
  const merchantType = merchantTypeOf.get(type);
  if (merchantType === undefined) throw new TypeError(`merchants see no event for ${type}`);
  return {
    eventId: payload.eventId,
    merchantId: payload.intent.merchantId,
    mode: payload.intent.mode,
    type: merchantType,
    intentId: payload.intent.id,
    sequence: payload.sequence,
    counted: countOf(type, payload),
    body: eventBody(merchantType, payload, versions.get(payload.intent.merchantId)),
  };
}

/** The outcomes that metrics count. Neither a payment that begins to be charged nor a refund is counted. */
const outcomes: ReadonlyMap<string, CountedPayment['outcome']> = new Map([
  [intentCreated.type, 'created'],
  [intentCompleted.type, 'completed'],
  [intentFailed.type, 'failed'],
  [intentExpired.type, 'expired'],
  [intentCanceled.type, 'canceled'],
]);

function countOf(type: string, { occurredAt: at, intent }: IntentChanged): CountedPayment | undefined {
  const outcome = outcomes.get(type);
  if (outcome === undefined) return undefined;
  const code = outcome === 'failed' ? (intent.failure?.code ?? 'rail_error') : '';
  return { outcome, at, code, currency: intent.currency, amount: intent.amount };
}
