import { Controller } from '@nestjs/common';
import type { AuditTrailVerified, MerchantCreated, Reply } from '@paygate/contracts';
import {
  accept,
  CreateMerchantCommand,
  createMerchant,
  refuse,
  VerifyAuditTrailCommand,
  verifyAuditTrail,
} from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { AuditTrail } from '../../audit/audit-trail.js';
import { MerchantsRepository } from './merchants.repository.js';

/** Commands about merchant accounts. */
@Controller()
export class MerchantsCommands {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** Repeated, it changes nothing: neither the name nor a setting. */
  @HandleCommand(createMerchant)
  async create({ merchantId, name }: CreateMerchantCommand): Promise<Reply<MerchantCreated>> {
    await this.merchants.insert(merchantId, name);
    return accept({ merchantId });
  }

  /** Returns whether the audit records of a merchant are as they were written. */
  @HandleCommand(verifyAuditTrail)
  async verifyAuditTrail({ merchantId }: VerifyAuditTrailCommand): Promise<Reply<AuditTrailVerified>> {
    const { records, brokenAt } = await this.audit.verify(merchantId);
    if (records === 0 && !(await this.merchants.exists(merchantId)))
      return refuse('parameter_invalid', { param: 'merchantId', detail: 'no such merchant' });
    return accept({ records, intact: brokenAt === undefined, ...(brokenAt === undefined ? {} : { brokenAt }) });
  }
}
