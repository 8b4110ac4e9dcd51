import { Controller } from '@nestjs/common';
import type { PayoutBatchMoved, PayoutEnded } from '@paygate/contracts';
import { payoutBatchApproved, payoutBatchCompleted, payoutCompleted, payoutFailed } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { payoutBatchEventBody, payoutEventBody } from '../events/event-body.js';
import type { WebhookEvent } from '../events/events.repository.js';
import { EventsRepository } from '../events/events.repository.js';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';

/** Ends of payouts, and what happens to batches of them, which become events of their merchants. A redelivered one has no effect. */
@Controller()
export class PayoutsEvents {
  constructor(
    private readonly events: EventsRepository,
    private readonly versions: MerchantVersionsRepository,
    private readonly queue: DeliveryQueue,
    private readonly tracing: Tracing,
  ) {}

  @HandleEventBatch(payoutCompleted, payoutFailed)
  onPayoutEnded(batch: readonly Received<PayoutEnded>[]): Promise<void> {
    return this.#deliver(batch, (type, payload, version) => ({
      mode: payload.payout.mode,
      body: payoutEventBody(type, payload, version),
    }));
  }

  @HandleEventBatch(payoutBatchApproved, payoutBatchCompleted)
  onBatchMoved(batch: readonly Received<PayoutBatchMoved>[]): Promise<void> {
    return this.#deliver(batch, (type, payload, version) => ({
      mode: payload.batch.mode,
      body: payoutBatchEventBody(type, payload, version),
    }));
  }

  async #deliver<Payload extends PayoutEnded | PayoutBatchMoved>(
    batch: readonly Received<Payload>[],
    render: (type: string, payload: Payload, version: string | undefined) => Pick<WebhookEvent, 'mode' | 'body'>,
  ): Promise<void> {
    const merchants = new Set(batch.map(({ payload }) => payload.merchantId));
    const versions = await this.versions.ofMerchants([...merchants]);
    const stored = await this.events.store(
      batch.map(({ id: causationId, type, payload }): WebhookEvent => {
        const { eventId, merchantId } = payload;
        return {
          ...{ eventId, merchantId, type, intentId: null, sequence: null },
          ...render(type, payload, versions.get(merchantId)),
          traceparent: this.tracing.active({ causationId }),
        };
      }),
    );
    await this.queue.deliver(stored);
  }
}
