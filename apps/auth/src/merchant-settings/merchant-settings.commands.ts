import { Controller } from '@nestjs/common';
import type { MerchantSettings, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { SetMerchant } from './set-merchant.js';

/** Commands that change the settings of merchants. */
@Controller()
export class MerchantSettingsCommands {
  constructor(private readonly settings: SetMerchant) {}

  @HandleCommand(contract.setMerchant)
  setMerchant(
    request: contract.SetMerchant,
    message: Received<contract.SetMerchant>,
  ): Promise<Reply<MerchantSettings>> {
    return this.settings.execute(request, message);
  }

  @HandleCommand(contract.pinApiVersion)
  pinApiVersion(
    request: contract.PinApiVersion,
    message: Received<contract.PinApiVersion>,
  ): Promise<Reply<MerchantSettings>> {
    return this.settings.pin(request, message);
  }
}
