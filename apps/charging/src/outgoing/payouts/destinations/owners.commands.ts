import { Controller } from '@nestjs/common';
import type { LookUpOwnerCommand, OwnerLookedUp, Reply } from '@paygate/contracts';
import { lookUpNumberOwner } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { LookUpOwner } from './look-up-owner.js';

@Controller()
export class OwnersCommands {
  constructor(
    private readonly owners: LookUpOwner,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(lookUpNumberOwner)
  lookUp({ phoneNumber }: LookUpOwnerCommand, message: Received<LookUpOwnerCommand>): Promise<Reply<OwnerLookedUp>> {
    return this.owners.lookUp(message, this.sealer.open(phoneNumber, 'payout-destination.phone'));
  }
}
