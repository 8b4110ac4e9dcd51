import { Injectable } from '@nestjs/common';
import type { ApiKeyIssued, Reply, RotateApiKeyCommand as Request } from '@paygate/contracts';
import { apiKeyTable, refuse, ROTATION_OVERLAP_OF_ITSELF_SECONDS } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { ApiKeyIssue, issuedBefore } from './api-key-issue.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyRow } from './api-key.view.js';
import type { ApiKey } from './api-key.js';
import { endOf } from './api-key.js';
import type { Merchant } from '../merchant/merchant.js';
import { IdempotentRequests } from '../../idempotency/idempotent-requests.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/** Creates the successor of a key, with the same rights and expiry. The key itself ends after an overlap. */
@Injectable()
export class RotateApiKey {
  constructor(
    private readonly requests: IdempotentRequests,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly keys: ApiKeyIssue,
  ) {}

  rotate(request: Request, message: Received<Request>): Promise<Reply<ApiKeyIssued>> {
    return this.requests.onceInTransaction<ApiKeyIssued>('rotate-api-key', message, async (tx, keep) => {
      const merchant = await this.merchants.lock(tx, request.merchantId);
      if (merchant?.active !== true) return refuse('merchant_inactive');
      const key = await this.apiKeys.findOwned(tx, request.apiKeyId, request);
      if (key === undefined) return refuse('api_key_not_found');
      const successor = await this.apiKeys.findSuccessor(tx, key.id);
      if (successor !== undefined) return repeated(request, successor);
      return this.#rotate(tx, { key, merchant, keep }, message);
    });
  }

  async #rotate(
    tx: Transaction,
    { key, merchant, keep }: { readonly key: ApiKey; readonly merchant: Merchant; readonly keep: Keep<ApiKeyIssued> },
    command: Received<Request>,
  ): Promise<Reply<ApiKeyIssued>> {
    const { payload: request, producer: principal, requestId } = command;
    const { newApiKeyId, overlapSeconds, actorKeyId, actorMemberId } = request;
    const now = await this.apiKeys.now(tx);
    if (endOf(key, now) !== undefined) return refuse('api_key_inactive');
    if (actorKeyId === key.id && overlapSeconds < ROTATION_OVERLAP_OF_ITSELF_SECONDS) return refuse(...endsTooSoon);
    if ((await this.apiKeys.find(tx, newApiKeyId)) !== undefined)
      return refuse('parameter_invalid', { param: 'newApiKeyId', detail: 'the id is taken' });

    const reply = await this.keys.issue(tx, {
      wanted: { ...key, id: newApiKeyId },
      requester: { principal, actorKeyId, actorMemberId, requestId },
      predecessor: key,
      record: { action: 'api_key.rotated', subject: key.id, detail: { successor: newApiKeyId, overlapSeconds } },
      ...{ merchant, command, now, keep },
    });
    if (!reply.ok) return reply;
    const retired = await this.apiKeys.retire(tx, key.id, overlapSeconds);
    tx.putRow(apiKeyTable, apiKeyRow(retired, merchant));
    return reply;
  }
}

/** If the answer with the successor is lost, the key itself is needed to revoke the successor and create another. */
const endsTooSoon = [
  'parameter_invalid',
  {
    param: 'overlapSeconds',
    detail: `A key that rotates itself must stay valid for at least ${ROTATION_OVERLAP_OF_ITSELF_SECONDS} seconds.`,
  },
] as const;

/** A key has one successor. The command that created it gets it again, without its text. */
function repeated({ newApiKeyId }: Request, successor: ApiKey): Reply<ApiKeyIssued> {
  if (successor.id === newApiKeyId) return issuedBefore(successor);
  return refuse('api_key_inactive', { detail: 'The key has been rotated already.' });
}
