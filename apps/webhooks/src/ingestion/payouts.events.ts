import { Controller } from '@nestjs/common';
import type { PayoutEnded } from '@paygate/contracts';
import { payoutCompleted, payoutFailed } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { DeliveryQueue } from '../delivery/queue/delivery-queue.js';
import { payoutEventBody } from '../events/event-body.js';
import type { WebhookEvent } from '../events/events.repository.js';
import { EventsRepository } from '../events/events.repository.js';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';

/** Ends of payouts, which become events of their merchants. A redelivered one has no effect. */
@Controller()
export class PayoutsEvents {
  constructor(
    private readonly events: EventsRepository,
    private readonly versions: MerchantVersionsRepository,
    private readonly queue: DeliveryQueue,
    private readonly tracing: Tracing,
  ) {}

  @HandleEventBatch(payoutCompleted, payoutFailed)
  async onPayoutEnded(batch: readonly Received<PayoutEnded>[]): Promise<void> {
    const merchants = new Set(batch.map(({ payload }) => payload.merchantId));
    const versions = await this.versions.ofMerchants([...merchants]);
    const stored = await this.events.store(
      batch.map(({ id: causationId, type, payload }): WebhookEvent => {
        const { eventId, merchantId, payout } = payload;
        return {
          ...{ eventId, merchantId, mode: payout.mode, type, intentId: null, sequence: null },
          body: payoutEventBody(type, payload, versions.get(merchantId)),
          traceparent: this.tracing.active({ causationId }),
        };
      }),
    );
    await this.queue.deliver(stored);
  }
}
