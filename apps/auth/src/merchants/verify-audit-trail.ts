import { Injectable } from '@nestjs/common';
import type { AuditTrailVerified, Reply, VerifyAuditTrail as Request } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { AuditTrail } from '../audit/audit-trail.js';
import { MerchantsRepository } from './merchants.repository.js';

/** Returns whether the audit records of a merchant are as they were written. */
@Injectable()
export class VerifyAuditTrail {
  constructor(
    private readonly audit: AuditTrail,
    private readonly merchants: MerchantsRepository,
  ) {}

  async execute({ merchantId }: Request): Promise<Reply<AuditTrailVerified>> {
    const { records, brokenAt } = await this.audit.verify(merchantId);
    if (records === 0 && !(await this.merchants.exists(merchantId)))
      return refuse('parameter_invalid', { param: 'merchantId', detail: 'no such merchant' });
    return accept({ records, intact: brokenAt === undefined, ...(brokenAt === undefined ? {} : { brokenAt }) });
  }
}
