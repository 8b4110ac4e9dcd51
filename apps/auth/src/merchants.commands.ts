import { Controller } from '@nestjs/common';
import type { MerchantCreated, MerchantSettings, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateMerchant } from './usecases/create-merchant.js';
import { SetMerchant } from './usecases/set-merchant.js';
import { VerifyAuditTrail } from './usecases/verify-audit-trail.js';

/** Commands about merchant accounts. */
@Controller()
export class MerchantsCommands {
  constructor(
    private readonly openMerchant: CreateMerchant,
    private readonly settings: SetMerchant,
    private readonly audit: VerifyAuditTrail,
  ) {}

  @HandleCommand(contract.createMerchant)
  createMerchant(request: contract.CreateMerchant): Promise<Reply<MerchantCreated>> {
    return this.openMerchant.execute(request);
  }

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

  @HandleCommand(contract.verifyAuditTrail)
  verifyAuditTrail(request: contract.VerifyAuditTrail): Promise<Reply<contract.AuditTrailVerified>> {
    return this.audit.execute(request);
  }
}
