import { Controller } from '@nestjs/common';
import type { IntentChanged } from '@paygate/contracts';
import {
  intentCanceled,
  intentCompleted,
  intentCreated,
  intentDelayed,
  intentExpired,
  intentFailed,
  intentProcessing,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { IngestEvents } from './ingest-events.js';

/** Changes of intents, which become events of their merchants. */
@Controller()
export class IntentsEvents {
  constructor(private readonly ingestEvents: IngestEvents) {}

  @HandleEventBatch(
    ...[intentCreated, intentProcessing, intentDelayed, intentCompleted, intentFailed, intentExpired, intentCanceled],
  )
  async onIntentChanged(batch: readonly Received<IntentChanged>[]): Promise<void> {
    await this.ingestEvents.ingest(batch);
  }
}
