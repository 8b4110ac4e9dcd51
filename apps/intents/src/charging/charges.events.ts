import { Controller } from '@nestjs/common';
import type { ChargeFailed, ChargePrompted, ChargeSucceeded } from '@paygate/contracts';
import { chargeFailed, chargePrompted, chargeSucceeded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { RecordChargeOutcomes } from './record-charge-outcomes.js';
import { RecordPrompts } from './record-prompts.js';

/** Progress and outcomes of charges, published by charging. */
@Controller()
export class ChargesEvents {
  constructor(
    private readonly recordChargeOutcomes: RecordChargeOutcomes,
    private readonly recordPrompts: RecordPrompts,
  ) {}

  @HandleEventBatch(chargePrompted)
  prompted(batch: readonly Received<ChargePrompted>[]): Promise<void> {
    return this.recordPrompts.record(batch);
  }

  @HandleEventBatch(chargeSucceeded)
  succeeded(batch: readonly Received<ChargeSucceeded>[]): Promise<void> {
    return this.recordChargeOutcomes.ingest(batch);
  }

  @HandleEventBatch(chargeFailed)
  failed(batch: readonly Received<ChargeFailed>[]): Promise<void> {
    return this.recordChargeOutcomes.ingest(batch);
  }
}
