import { Injectable } from '@nestjs/common';
import type { ApiKeyInfo, Reply, RevokeApiKey as Request } from '@paygate/contracts';
import { accept, apiKeyTable, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeyRights } from '../api-key-rights.js';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { AuditTrail } from '../audit-trail.js';
import { apiKeyInfo, apiKeyRow } from '../auth.view.js';
import { MerchantsRepository } from '../merchants.repository.js';

/**
 * Revokes an API key for ever. Repeated, it answers with the first moment; another merchant's key reads like none. A key ends
 * itself, and those that it could make.
 */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly rights: ApiKeyRights,
    private readonly audit: AuditTrail,
  ) {}

  async execute(request: Request, message: Received<Request>): Promise<Reply<ApiKeyInfo>> {
    const { apiKeyId, merchantId, mode, actorKeyId } = request;
    const { requestId, producer, id: causationId } = message;
    return this.unitOfWork.run(
      async (tx) => {
        const merchant = await this.merchants.held(tx, merchantId);
        if (merchant === undefined) return refuse('api_key_not_found');
        const key = await this.apiKeys.findOwned(tx, apiKeyId, request);
        if (key === undefined) return refuse('api_key_not_found');
        if (key.revokedAt !== null) return { ...accept(apiKeyInfo(key)), replayed: true };
        const now = await this.apiKeys.now(tx);
        const refusal = await this.rights.refusalToEnd(tx, { principal: producer, actorKeyId }, key, now);
        if (refusal !== undefined) return refusal;
        const revoked = await this.apiKeys.revoke(tx, key.id);
        tx.putRow(apiKeyTable, apiKeyRow(revoked, merchant));
        const entry = { merchantId, mode, action: 'api_key.revoked', subject: apiKeyId, requestId } as const;
        await this.audit.append(tx, { ...entry, actor: actorKeyId ?? producer });
        return accept(apiKeyInfo(revoked));
      },
      { requestId, causationId },
    );
  }
}
