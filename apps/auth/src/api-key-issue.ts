import { Injectable } from '@nestjs/common';
import type { ApiKeyIssued, Reply } from '@paygate/contracts';
import { accept, apiKeyTable, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { ApiKeyMint } from './api-key-mint.js';
import type { KeyAsker } from './api-key-rights.js';
import { actorOf, ApiKeyRights } from './api-key-rights.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyInfo, apiKeyRow } from './auth.view.js';
import type { AuditEntry } from './audit-trail.js';
import { AuditTrail } from './audit-trail.js';
import type { ApiKey, WantedApiKey } from './domain/api-key.js';
import { faultOf } from './domain/api-key.js';
import type { Merchant } from './domain/merchant.js';

export interface KeyOrder {
  readonly wanted: WantedApiKey;
  readonly merchant: Merchant;
  readonly asker: KeyAsker & { readonly requestId: string };
  readonly now: Date;
  readonly predecessorId?: string;
  /** Keeps the answer without the key's text. */
  readonly keep: Keep<ApiKeyIssued>;
  /** What goes on record. */
  readonly record: Required<Pick<AuditEntry, 'action' | 'subject' | 'detail'>>;
}

/**
 * Hands out new keys. A key's text exists in this process only, until the answer is sealed for the asker: a table or a topic
 * that could give it a second time could give it to someone else too. So a command that comes again, in whatever way, finds
 * the key and is answered without its text; an asker who got no first answer revokes that key and asks for another.
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
    const { wanted, merchant, asker, now, predecessorId, record } = order;
    const fault = faultOf(wanted, now);
    if (fault !== undefined) return refuse('parameter_invalid', fault);
    const refusal = await this.rights.refusalToIssue(tx, order);
    if (refusal !== undefined) return refusal;

    const { hash, sealedText } = this.mint.mint(wanted, asker.principal);
    const key = await this.apiKeys.insert(tx, { wanted, hash, predecessorId });
    tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
    const { merchantId, mode } = wanted;
    const actor = actorOf(asker);
    await this.audit.append(tx, { ...record, merchantId, mode, actor, requestId: asker.requestId });
    const apiKey = apiKeyInfo(key);
    await order.keep(tx, { apiKey });
    return accept({ apiKey, key: sealedText });
  }
}

/** The answer to a command that comes again: the key that the first one made, without its text. */
export function issuedBefore(key: ApiKey): Reply<ApiKeyIssued> {
  return { ok: true, data: { apiKey: apiKeyInfo(key) }, replayed: true };
}
