import { Controller } from '@nestjs/common';
import type { AwaitCharge as AwaitChargeRequest, BeginCharge, Charge, Reply } from '@paygate/contracts';
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
  begin(batch: readonly Received<BeginCharge>[]): Promise<readonly Reply<Charge>[]> {
    return this.beginCharges.execute(batch);
  }

  @HandleCommand(awaitCharge)
  await(request: AwaitChargeRequest): Promise<Reply<Charge>> {
    return this.awaitCharge.execute(request);
  }
}
