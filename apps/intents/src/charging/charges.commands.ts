import { Controller } from '@nestjs/common';
import type { AwaitChargeCommand as AwaitChargeRequest, BeginChargeCommand, Charge, Reply } from '@paygate/contracts';
import { awaitCharge, beginCharge } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { AwaitCharge } from './await-charge.js';
import { BeginCharges } from './begin-charges.js';

/** The commands about the charges of intents. */
@Controller()
export class ChargesCommands {
  constructor(
    private readonly beginCharges: BeginCharges,
    private readonly awaitCharge: AwaitCharge,
  ) {}

  @HandleCommandBatch(beginCharge)
  begin(batch: readonly Received<BeginChargeCommand>[]): Promise<readonly Reply<Charge>[]> {
    return this.beginCharges.begin(batch);
  }

  @HandleCommand(awaitCharge)
  await(request: AwaitChargeRequest): Promise<Reply<Charge>> {
    return this.awaitCharge.wait(request);
  }
}
