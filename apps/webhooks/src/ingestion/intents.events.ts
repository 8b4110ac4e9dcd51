import { Controller } from '@nestjs/common';
import type { IntentChanged } from '@paygate/contracts';
import { intentChanges } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { IngestEvents } from './ingest-events.js';

/** Changes of intents, which become events of their merchants. */
@Controller()
export class IntentsEvents {
  constructor(private readonly ingestEvents: IngestEvents) {}

  @HandleEventBatch(...intentChanges)
  async onIntentChanged(batch: readonly Received<IntentChanged>[]): Promise<void> {
    await this.ingestEvents.ingest(batch);
  }
}
