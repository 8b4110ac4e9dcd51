import { Controller } from '@nestjs/common';
import type { IntentChanged } from '@paygate/contracts';
import {
  intentCanceled,
  intentCompleted,
  intentCreated,
  intentExpired,
  intentFailed,
  intentProcessing,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { TakeInEvents } from './usecases/take-in-events.js';

/** Reacts to the stream of intents: what happens to a payment becomes an event of its merchant. */
@Controller()
export class IntentsEvents {
  constructor(private readonly takeInEvents: TakeInEvents) {}

  @HandleEventBatch(intentCreated, intentProcessing, intentCompleted, intentFailed, intentExpired, intentCanceled)
  async onIntentChanged(batch: readonly Received<IntentChanged>[]): Promise<void> {
    await this.takeInEvents.execute(batch);
  }
}
