import { Injectable } from '@nestjs/common';
import type { ApiKeyRevoked, Reply, RevokeApiKey as Request } from '@paygate/contracts';
import { apiKeyTable, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { apiKeyRow } from '../auth.view.js';
import { MerchantsRepository } from '../merchants.repository.js';

/** Revokes an API key for ever. Repeated, it answers with the first moment; another merchant's key reads like none. */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
  ) {}

  async execute({ apiKeyId, merchantId }: Request, message: Received<Request>): Promise<Reply<ApiKeyRevoked>> {
    return this.unitOfWork.run(
      async (tx) => {
        const merchant = await this.merchants.held(tx, merchantId);
        if (merchant === undefined) return refuse('route_not_found');
        const revoked = await this.apiKeys.revoke(tx, apiKeyId, merchantId);
        if (revoked !== undefined) tx.putRow(apiKeyTable, apiKeyRow(revoked, merchant));

        const key = revoked ?? (await this.apiKeys.find(tx, apiKeyId));
        if (key?.merchantId !== merchantId || key.revokedAt === null) return refuse('route_not_found');
        const data = { apiKeyId, revokedAt: key.revokedAt.toISOString() };
        return { ok: true, data, ...(revoked === undefined ? { replayed: true } : {}) };
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }
}
