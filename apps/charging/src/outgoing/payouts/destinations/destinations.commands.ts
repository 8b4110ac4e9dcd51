import { Controller } from '@nestjs/common';
import type {
  OfMerchant,
  PayoutDestination,
  PayoutDestinationsListed,
  RegisterPayoutDestinationCommand,
  Reply,
  RevokePayoutDestinationCommand,
} from '@paygate/contracts';
import { accept, listPayoutDestinations, registerPayoutDestination, revokePayoutDestination } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { ListDestinations } from './list-destinations.js';
import { RegisterDestination } from './register-destination.js';
import { RevokeDestination } from './revoke-destination.js';

const PURPOSE = 'payout-destination.phone';

@Controller()
export class DestinationsCommands {
  constructor(
    private readonly registrations: RegisterDestination,
    private readonly revocations: RevokeDestination,
    private readonly lists: ListDestinations,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(registerPayoutDestination)
  register(
    { phoneNumber }: RegisterPayoutDestinationCommand,
    message: Received<RegisterPayoutDestinationCommand>,
  ): Promise<Reply<PayoutDestination>> {
    return this.registrations.register(message, this.sealer.open(phoneNumber, PURPOSE));
  }

  @HandleCommand(revokePayoutDestination)
  revoke(
    _: RevokePayoutDestinationCommand,
    message: Received<RevokePayoutDestinationCommand>,
  ): Promise<Reply<PayoutDestination>> {
    return this.revocations.revoke(message);
  }

  @HandleCommand(listPayoutDestinations)
  async list(account: OfMerchant): Promise<Reply<PayoutDestinationsListed>> {
    return accept(await this.lists.of(account));
  }
}
