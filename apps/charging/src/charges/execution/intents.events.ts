import { Controller } from '@nestjs/common';
import type { ChargeRequested, IntentProcessing } from '@paygate/contracts';
import { chargeRequested, intentProcessing } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { ExecuteCharges } from './execute-charges.js';

/** Charges accepted by intents. */
@Controller()
export class IntentsEvents {
  constructor(private readonly executeCharges: ExecuteCharges) {}

  @HandleEventBatch(intentProcessing)
  processing(batch: readonly Received<IntentProcessing>[]): Promise<void> {
    return this.executeCharges.start(
      batch.flatMap(({ payload, ...message }) =>
        payload.request === undefined ? [] : { ...message, payload: payload.request },
      ),
    );
  }

  /** Charges requested by a version of intents that has an event of its own for them. */
  @HandleEventBatch(chargeRequested)
  requested(batch: readonly Received<ChargeRequested>[]): Promise<void> {
    return this.executeCharges.start(batch);
  }
}
