import { Controller, Inject } from '@nestjs/common';
import type { ChargeRequested } from '@paygate/contracts';
import { chargeRequested } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { SettleCharges } from './usecases/settle-charges.js';

/** Charges that intents has accepted. */
@Controller()
export class ChargesEvents {
  constructor(@Inject(SettleCharges) private readonly settleCharges: SettleCharges) {}

  @HandleEventBatch(chargeRequested)
  requested(batch: readonly Received<ChargeRequested>[]): Promise<void> {
    return this.settleCharges.execute(batch);
  }
}
