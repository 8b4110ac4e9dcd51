import { Controller } from '@nestjs/common';
import type { ApiKeysListed, KeyInBrowserReported, KeyUseReported, KeyWorkListAnswer, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { AuditTrail } from '../../audit/audit-trail.js';
import { apiKeyInfo } from './api-key.view.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyWork } from './work/key-work.js';

/** Commands that list API keys, and report what gateways have seen of them. */
@Controller()
export class ApiKeyUseCommands {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly work: KeyWork,
  ) {}

  /** One page of a merchant's keys in one mode, newest first. */
  @HandleCommand(contract.listApiKeys)
  async list({ merchantId, mode, limit, startingAfter }: contract.ListApiKeysCommand): Promise<Reply<ApiKeysListed>> {
    // one row more than the page shows whether there are more
    const found = await this.apiKeys.list({ merchantId, mode }, limit + 1, startingAfter);
    return accept({ apiKeys: found.slice(0, limit).map(apiKeyInfo), hasMore: found.length > limit });
  }

  @HandleCommand(contract.readKeyWork)
  readWork({ apiKeyId, merchantId, mode }: contract.KeyWorkCommand): Promise<Reply<KeyWorkListAnswer>> {
    return this.unitOfWork.run(async (tx) => {
      const key = await this.apiKeys.findOwned(tx, apiKeyId, { merchantId, mode });
      if (key === undefined) return refuse('api_key_not_found');
      const work = await this.work.standing(tx, key);
      return accept({ data: work.slice(0, contract.KEY_WORK_LISTED_MAX), count: work.length });
    });
  }

  @HandleCommand(contract.reportKeyUse)
  async reportKeyUse({ uses }: contract.ReportKeyUseCommand): Promise<Reply<KeyUseReported>> {
    if (uses.length > 0) await this.apiKeys.noteUses(uses);
    return accept({ count: uses.length });
  }

  @HandleCommand(contract.reportKeyInBrowser)
  reportKeyInBrowser(
    { apiKeyId, origin }: contract.ReportKeyInBrowserCommand,
    { requestId, producer: actor }: Received<contract.ReportKeyInBrowserCommand>,
  ): Promise<Reply<KeyInBrowserReported>> {
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
