import { Injectable } from '@nestjs/common';
import type { ApiKeyInfo, Reply, UpdateApiKeyCommand as Request } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeyChanges } from './api-key-changes.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/**
 * Changes the name or the origins of a key that is in force. Repeated, it changes nothing more, so it needs no idempotency
 * record. The row of the key table carries the origins to every gateway.
 */
@Injectable()
export class UpdateApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly changes: ApiKeyChanges,
  ) {}

  update(request: Request, message: Received<Request>): Promise<Reply<ApiKeyInfo>> {
    const { apiKeyId, merchantId, actorKeyId, actorMemberId } = request;
    const { id: causationId, requestId, producer: principal } = message;
    return this.unitOfWork.run(
      async (tx) => {
        const merchant = await this.merchants.lock(tx, merchantId);
        if (merchant?.active !== true) return refuse('merchant_inactive');
        const key = await this.apiKeys.findOwned(tx, apiKeyId, request);
        if (key === undefined) return refuse('api_key_not_found');
        const requester = { principal, actorKeyId, actorMemberId, requestId };
        return this.changes.update(tx, { key, merchant, requester }, request);
      },
      { requestId, causationId },
    );
  }
}
