import { Injectable } from '@nestjs/common';
import type { ApiKeyRevoked, Reply, RevokeApiKeyCommand as Request } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { ApiKeyChanges } from './api-key-changes.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/**
 * Revokes an API key for ever. Repeated, it returns the first time of revocation. Another merchant's key is answered like a
 * missing one. A key may revoke itself, and the keys that it could create. What it made ends with it.
 */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly requests: IdempotentRequests,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly changes: ApiKeyChanges,
  ) {}

  revoke(request: Request, message: Received<Request>): Promise<Reply<ApiKeyRevoked>> {
    const { apiKeyId, merchantId, actorKeyId, actorMemberId, keep: kept = [] } = request;
    const { requestId, producer: principal } = message;
    return this.requests.onceInTransaction<ApiKeyRevoked>('revoke-api-key', message, async (tx, keep) => {
      const merchant = await this.merchants.lock(tx, merchantId);
      if (merchant === undefined) return refuse('api_key_not_found');
      const key = await this.apiKeys.findOwned(tx, apiKeyId, request);
      if (key === undefined) return refuse('api_key_not_found');
      const requester = { principal, actorKeyId, actorMemberId, requestId };
      const answer = await this.changes.revoke(tx, { key, merchant, requester }, kept);
      // a repetition that ends nothing more stores nothing
      if (answer.ok && answer.replayed !== true) await keep(tx, answer.data);
      return answer;
    });
  }
}
