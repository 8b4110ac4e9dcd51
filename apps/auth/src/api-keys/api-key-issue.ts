import { Injectable } from '@nestjs/common';
import type { ApiKeyIssued, Reply } from '@paygate/contracts';
import { accept, apiKeyTable, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { ApiKeyMint } from './api-key-mint.js';
import type { KeyRequester } from './api-key-rights.js';
import { actorOf, ApiKeyRights } from './api-key-rights.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyInfo, apiKeyRow } from './api-key.view.js';
import type { AuditEntry } from '../audit/audit-trail.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { ApiKey, WantedApiKey } from './api-key.js';
import { faultOf } from './api-key.js';
import type { Merchant } from '../merchants/merchant.js';

export interface KeyOrder {
  readonly wanted: WantedApiKey;
  readonly merchant: Merchant;
  readonly requester: KeyRequester & { readonly requestId: string };
  readonly now: Date;
  readonly predecessorId?: string;
  /** Keeps the answer without the key's text. */
  readonly keep: Keep<ApiKeyIssued>;
  /** What goes on record. */
  readonly record: Required<Pick<AuditEntry, 'action' | 'subject' | 'detail'>>;
}

/**
 * Hands out new keys. A key's text exists in this process only, until the answer is sealed for the requester: a table or a topic
 * that could give it a second time could give it to someone else too. So a command that comes again, in whatever way, finds
 * the key and is answered without its text; an requester who got no first answer revokes that key and asks for another.
 */
@Injectable()
export class ApiKeyIssue {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly rights: ApiKeyRights,
    private readonly mint: ApiKeyMint,
    private readonly audit: AuditTrail,
  ) {}

  /** Issues a key, in a transaction that holds the merchant. */
  async issue(tx: Transaction, order: KeyOrder): Promise<Reply<ApiKeyIssued>> {
    const { wanted, merchant, requester, now, predecessorId, record } = order;
    const fault = faultOf(wanted, now);
    if (fault !== undefined) return refuse('parameter_invalid', fault);
    const refusal = await this.rights.refusalToIssue(tx, order);
    if (refusal !== undefined) return refusal;

    const { hash, sealedText } = this.mint.mint(wanted, requester.principal);
    const key = await this.apiKeys.insert(tx, { wanted, hash, predecessorId });
    tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
    const { merchantId, mode } = wanted;
    const actor = actorOf(requester);
    await this.audit.append(tx, { ...record, merchantId, mode, actor, requestId: requester.requestId });
    const apiKey = apiKeyInfo(key);
    await order.keep(tx, { apiKey });
    return accept({ apiKey, key: sealedText });
  }
}

/** The answer to a command that comes again: the key that the first one made, without its text. */
export function issuedBefore(key: ApiKey): Reply<ApiKeyIssued> {
  return { ok: true, data: { apiKey: apiKeyInfo(key) }, replayed: true };
}
