import { Injectable } from '@nestjs/common';
import type { ApiKeyInfo, Reply } from '@paygate/contracts';
import { accept, apiKeyTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { KeyAsker } from './api-key-rights.js';
import { actorOf, ApiKeyRights } from './api-key-rights.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyInfo, apiKeyRow } from './auth.view.js';
import { AuditTrail } from './audit-trail.js';
import type { ApiKey } from './domain/api-key.js';
import type { Merchant } from './domain/merchant.js';

export interface KeyToRevoke {
  readonly key: ApiKey;
  readonly merchant: Merchant;
  readonly asker: KeyAsker & { readonly requestId: string };
}

/** Ends keys for those who may. */
@Injectable()
export class ApiKeyRevocation {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly rights: ApiKeyRights,
    private readonly audit: AuditTrail,
  ) {}

  /** Revokes a key, in a transaction that holds the merchant. What was revoked before is told to those who might do it. */
  async revoke(tx: Transaction, { key, merchant, asker }: KeyToRevoke): Promise<Reply<ApiKeyInfo>> {
    const refusal = await this.rights.refusalToEnd(tx, asker, key, await this.apiKeys.now(tx));
    if (refusal !== undefined) return refusal;
    if (key.revokedAt !== null) return { ...accept(apiKeyInfo(key)), replayed: true };
    const revoked = await this.apiKeys.revoke(tx, key.id);
    tx.putRow(apiKeyTable, apiKeyRow(revoked, merchant));
    const { merchantId, mode, id: subject } = key;
    const entry = { merchantId, mode, action: 'api_key.revoked', subject, requestId: asker.requestId } as const;
    await this.audit.append(tx, { ...entry, actor: actorOf(asker) });
    return accept(apiKeyInfo(revoked));
  }
}
