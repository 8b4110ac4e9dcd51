import { Injectable } from '@nestjs/common';
import type { ApiKeyInfo, Reply, RevokeApiKey as Request } from '@paygate/contracts';
import { accept, apiKeyTable, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { AuditTrail } from '../audit-trail.js';
import { apiKeyInfo, apiKeyRow } from '../auth.view.js';
import { MerchantsRepository } from '../merchants.repository.js';

/** Revokes an API key for ever. Repeated, it answers with the first moment; another merchant's key reads like none. */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly audit: AuditTrail,
  ) {}

  async execute(request: Request, message: Received<Request>): Promise<Reply<ApiKeyInfo>> {
    const { apiKeyId, merchantId, mode, actorKeyId } = request;
    const { requestId, producer, id: causationId } = message;
    return this.unitOfWork.run(
      async (tx) => {
        const merchant = await this.merchants.held(tx, merchantId);
        if (merchant === undefined) return refuse('api_key_not_found');
        const revoked = await this.apiKeys.revoke(tx, apiKeyId, request);
        if (revoked === undefined) {
          const key = await this.apiKeys.findOwned(tx, apiKeyId, request);
          return key === undefined ? refuse('api_key_not_found') : { ...accept(apiKeyInfo(key)), replayed: true };
        }
        tx.putRow(apiKeyTable, apiKeyRow(revoked, merchant));
        const entry = { merchantId, mode, action: 'api_key.revoked', subject: apiKeyId, requestId } as const;
        await this.audit.append(tx, { ...entry, actor: actorKeyId ?? producer });
        return accept(apiKeyInfo(revoked));
      },
      { requestId, causationId },
    );
  }
}
