import { Injectable } from '@nestjs/common';
import type { ApiKeyIssued, CreateApiKeyCommand as Request, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { ApiKeyIssue, issuedBefore } from './api-key-issue.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import type { WantedApiKey } from './api-key.js';
import { isRepeatOf } from './api-key.js';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/** Mints an API key. */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly requests: IdempotentRequests,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly keys: ApiKeyIssue,
  ) {}

  create(request: Request, message: Received<Request>): Promise<Reply<ApiKeyIssued>> {
    const { merchantId, actorKeyId, actorMemberId } = request;
    const wanted = wantedOf(request);
    const { producer: principal, requestId } = message;
    return this.requests.onceInTransaction<ApiKeyIssued>('create-api-key', message, async (tx, keep) => {
      const merchant = await this.merchants.lock(tx, merchantId);
      if (merchant?.active !== true) return refuse('merchant_inactive');
      const repeated = await this.#repeated(tx, wanted);
      if (repeated !== undefined) return repeated;
      const now = await this.apiKeys.now(tx);
      const { id: subject, type, name, scopes, origins, expiresAt } = wanted;
      const record = {
        action: 'api_key.created',
        subject,
        detail: { type, name, scopes, origins, expiresAt },
      } as const;
      const requester = { principal, actorKeyId, actorMemberId, requestId };
      return this.keys.issue(tx, { wanted, merchant, requester, command: message, now, keep, record });
    });
  }

  async #repeated(tx: Transaction, wanted: WantedApiKey): Promise<Reply<ApiKeyIssued> | undefined> {
    const existing = await this.apiKeys.find(tx, wanted.id);
    if (existing === undefined) return undefined;
    if (isRepeatOf(existing, wanted)) return issuedBefore(existing);
    return refuse('parameter_invalid', { param: 'apiKeyId', detail: 'the id is taken' });
  }
}

function wantedOf({ apiKeyId, scopes = [], origins = [], expiresAt, ...given }: Request): WantedApiKey {
  const { merchantId, mode, type, name } = given;
  return {
    id: apiKeyId,
    ...{ merchantId, mode, type, name },
    scopes: [...new Set(scopes)],
    origins: [...new Set(origins)],
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  };
}
