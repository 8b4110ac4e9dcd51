import { Controller } from '@nestjs/common';
import type { ChargeFailed, ChargeSucceeded } from '@paygate/contracts';
import { chargeFailed, chargeSucceeded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { RecordChargeOutcomes } from './record-charge-outcomes.js';

/** Outcomes of charges, published by charging. */
@Controller()
export class ChargesEvents {
  constructor(private readonly recordChargeOutcomes: RecordChargeOutcomes) {}

  @HandleEventBatch(chargeSucceeded)
  succeeded(batch: readonly Received<ChargeSucceeded>[]): Promise<void> {
    return this.recordChargeOutcomes.execute(batch);
  }

  @HandleEventBatch(chargeFailed)
  failed(batch: readonly Received<ChargeFailed>[]): Promise<void> {
    return this.recordChargeOutcomes.execute(batch);
  }
}
