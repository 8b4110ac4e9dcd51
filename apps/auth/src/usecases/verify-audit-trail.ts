import { Injectable } from '@nestjs/common';
import type { AuditTrailVerified, Reply, VerifyAuditTrail as Request } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import { AuditTrail } from '../audit-trail.js';

/** Says whether a merchant's audit records are as they were written. */
@Injectable()
export class VerifyAuditTrail {
  constructor(private readonly audit: AuditTrail) {}

  async execute({ merchantId }: Request): Promise<Reply<AuditTrailVerified>> {
    const { records, brokenAt } = await this.audit.verify(merchantId);
    return accept({ records, intact: brokenAt === undefined, ...(brokenAt === undefined ? {} : { brokenAt }) });
  }
}
