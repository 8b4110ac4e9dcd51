import { Injectable } from '@nestjs/common';
import type { KeyInBrowserReported, KeyUseReported, ReportKeyInBrowser, ReportKeyUse, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AuditTrail } from '../audit/audit-trail.js';

/** Takes in what gateways see of the keys. */
@Injectable()
export class ReportKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeysRepository,
    private readonly audit: AuditTrail,
  ) {}

  async used({ uses }: ReportKeyUse): Promise<Reply<KeyUseReported>> {
    if (uses.length > 0) await this.apiKeys.noteUses(uses);
    return accept({ count: uses.length });
  }

  async seenInBrowser(
    { apiKeyId, origin }: ReportKeyInBrowser,
    message: Received<unknown>,
  ): Promise<Reply<KeyInBrowserReported>> {
    const { requestId, producer: actor } = message;
    return this.unitOfWork.run(async (tx) => {
      const key = await this.apiKeys.find(tx, apiKeyId);
      if (key === undefined) return refuse('api_key_not_found');
      const { merchantId, mode } = key;
      const entry = { merchantId, mode, action: 'api_key.in_browser', subject: apiKeyId, actor, requestId } as const;
      await this.audit.append(tx, { ...entry, detail: { origin: origin ?? null } });
      return accept({ apiKeyId });
    });
  }
}
