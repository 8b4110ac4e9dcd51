import { Controller } from '@nestjs/common';
import type { MerchantCreated, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { CreateMerchant } from './usecases/create-merchant.js';
import { VerifyAuditTrail } from './usecases/verify-audit-trail.js';

/** Commands about merchant accounts. */
@Controller()
export class MerchantsCommands {
  constructor(
    private readonly openMerchant: CreateMerchant,
    private readonly audit: VerifyAuditTrail,
  ) {}

  @HandleCommand(contract.createMerchant)
  createMerchant(request: contract.CreateMerchant): Promise<Reply<MerchantCreated>> {
    return this.openMerchant.execute(request);
  }

  @HandleCommand(contract.verifyAuditTrail)
  verifyAuditTrail(request: contract.VerifyAuditTrail): Promise<Reply<contract.AuditTrailVerified>> {
    return this.audit.execute(request);
  }
}
