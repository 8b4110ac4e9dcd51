import { Controller } from '@nestjs/common';
import type { ChargeRequested } from '@paygate/contracts';
import { chargeRequested } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { ExecuteCharges } from './execute-charges.js';

/** Charges accepted by intents. */
@Controller()
export class IntentsEvents {
  constructor(private readonly executeCharges: ExecuteCharges) {}

  @HandleEventBatch(chargeRequested)
  requested(batch: readonly Received<ChargeRequested>[]): Promise<void> {
    return this.executeCharges.start(batch);
  }
}
