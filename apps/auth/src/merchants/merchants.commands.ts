import { Controller } from '@nestjs/common';
import type { AuditTrailVerified, MerchantCreated, Reply } from '@paygate/contracts';
import {
  accept,
  CreateMerchant,
  createMerchant,
  verifyAuditTrail,
  VerifyAuditTrail as Verify,
} from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { MerchantsRepository } from './merchants.repository.js';
import { VerifyAuditTrail } from './verify-audit-trail.js';

/** Commands about merchant accounts. */
@Controller()
export class MerchantsCommands {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly verification: VerifyAuditTrail,
  ) {}

  /** Repeated, it changes nothing: neither the name nor a setting. */
  @HandleCommand(createMerchant)
  async create({ merchantId, name }: CreateMerchant): Promise<Reply<MerchantCreated>> {
    await this.merchants.insert(merchantId, name);
    return accept({ merchantId });
  }

  @HandleCommand(verifyAuditTrail)
  verifyAuditTrail(request: Verify): Promise<Reply<AuditTrailVerified>> {
    return this.verification.execute(request);
  }
}
