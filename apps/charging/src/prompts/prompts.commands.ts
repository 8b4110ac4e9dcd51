import { Controller } from '@nestjs/common';
import type { ChargePrepared, PrepareChargeCommand, Reply } from '@paygate/contracts';
import { prepareCharge } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { PrepareCharges } from './prepare-charges.js';

@Controller()
export class PromptsCommands {
  constructor(private readonly prepareCharges: PrepareCharges) {}

  @HandleCommand(prepareCharge)
  prepare(_: PrepareChargeCommand, message: Received<PrepareChargeCommand>): Promise<Reply<ChargePrepared>> {
    return this.prepareCharges.prepare(message);
  }
}
