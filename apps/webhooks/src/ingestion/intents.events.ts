import { Controller } from '@nestjs/common';
import type { IntentChanged, IntentRefundEnded, IntentReversed } from '@paygate/contracts';
import { intentChanges, intentRefundEnds, intentReversals } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { IngestEvents } from './ingest-events.js';

/** Changes of intents, ends of refunds and reversals, which become events of their merchants. */
@Controller()
export class IntentsEvents {
  constructor(private readonly ingestEvents: IngestEvents) {}

  @HandleEventBatch(...intentChanges)
  async onIntentChanged(batch: readonly Received<IntentChanged>[]): Promise<void> {
    await this.ingestEvents.ingest(batch);
  }

  @HandleEventBatch(...intentRefundEnds)
  async onRefundEnded(batch: readonly Received<IntentRefundEnded>[]): Promise<void> {
    await this.ingestEvents.ingest(batch);
  }

  @HandleEventBatch(...intentReversals)
  async onReversed(batch: readonly Received<IntentReversed>[]): Promise<void> {
    await this.ingestEvents.ingest(batch);
  }
}
