import { Injectable } from '@nestjs/common';
import type { ApiKeyInfo, ApiKeyRevoked, Reply, UpdateApiKeyCommand } from '@paygate/contracts';
import { accept, apiKeyTable, KEY_WORK_LISTED_MAX, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { KeyRequester } from './api-key-rights.js';
import { actorOf, ApiKeyRights } from './api-key-rights.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyInfo, apiKeyRow } from './api-key.view.js';
import { AccountActs } from '../members/mails/account-acts.js';
import type { ApiKey } from './api-key.js';
import { admitsPages, changesOf, endOf, faultOf } from './api-key.js';
import { KeyWork } from './work/key-work.js';
import type { Merchant } from '../merchant/merchant.js';

/** A key, and the requester of its change. */
export interface KeyToChange {
  readonly key: ApiKey;
  readonly merchant: Merchant;
  readonly requester: KeyRequester & { readonly requestId: string };
}

/** Changes of existing keys, each with the published row and the audit record. */
@Injectable()
export class ApiKeyChanges {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly rights: ApiKeyRights,
    private readonly acts: AccountActs,
    private readonly work: KeyWork,
  ) {}

  /**
   * Revokes a key and ends what it made, except what is kept, in a transaction that locks the merchant. Of a key that is revoked already,
   * what still stands ends; the key itself can have neither kept nor ended again.
   */
  async revoke(
    tx: Transaction,
    { key, merchant, requester }: KeyToChange,
    keep: readonly string[],
  ): Promise<Reply<ApiKeyRevoked>> {
    const refusal = await this.rights.refusalToManage(tx, requester, key, await this.apiKeys.now(tx));
    if (refusal !== undefined) return refusal;
    // whoever holds a key decides neither what of its work is kept nor, again, what ends
    const isItself = requester.actorKeyId === key.id;
    const [own = key] = await this.#end(tx, [key.id], { merchant, requester });
    if (key.revokedAt !== null && isItself) return repetitionOf(key);
    // behind the lock of the audit trail, so that an act is either seen here or sees the revocation
    const kept = isItself ? [] : keep;
    const ended = await this.work.standing(tx, key, kept);
    await this.#end(tx, await this.work.madeKeys(tx, key, kept), { merchant, requester });
    await this.work.keep(tx, key, kept);
    this.work.end(tx, { key, actor: actorOf(requester) }, ended);
    if (key.revokedAt !== null && ended.length === 0) return repetitionOf(key);
    const answer = { ended: ended.slice(0, KEY_WORK_LISTED_MAX), endedCount: ended.length };
    return accept(Object.assign(apiKeyInfo(own), answer));
  }

  /** Revokes those of the keys that are not revoked yet, each with its record. */
  async #end(tx: Transaction, ids: readonly string[], by: Omit<KeyToChange, 'key'>): Promise<readonly ApiKey[]> {
    const revoked = await this.apiKeys.revoke(tx, ids);
    for (const key of revoked) await this.#record(tx, { key, ...by });
    return revoked;
  }

  async #record(tx: Transaction, { key, merchant, requester }: KeyToChange): Promise<void> {
    tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
    const { merchantId, mode, id: subject } = key;
    const entry = { merchantId, mode, action: 'api_key.revoked', subject, requestId: requester.requestId } as const;
    await this.acts.append(tx, { ...entry, actor: actorOf(requester) });
  }

  /** Writes another name or other origins, in a transaction that locks the merchant. Without a change there is no record. */
  async update(
    tx: Transaction,
    { key, merchant, requester }: KeyToChange,
    wanted: Pick<UpdateApiKeyCommand, 'name' | 'origins'>,
  ): Promise<Reply<ApiKeyInfo>> {
    const now = await this.apiKeys.now(tx);
    const refusal = await this.rights.refusalToChange(tx, requester, key, now);
    if (refusal !== undefined) return refusal;
    if (endOf(key, now) !== undefined) return refuse('api_key_inactive');
    const detail = changesOf(key, wanted);
    if (Object.keys(detail).length === 0) return accept(apiKeyInfo(key));
    const changed = { ...key, ...detail };
    const fault = faultOf(changed, now);
    if (fault !== undefined) return refuse('parameter_invalid', fault);
    const updated = await this.apiKeys.update(tx, changed);
    tx.putRow(apiKeyTable, apiKeyRow(updated, merchant));
    const { merchantId, mode, id: subject } = key;
    const entry = {
      merchantId,
      mode,
      action: 'api_key.changed',
      subject,
      requestId: requester.requestId,
      detail,
    } as const;
    const act = { ...entry, actor: actorOf(requester) };
    await this.acts.record(tx, act, { admitsPages: admitsPages(key, updated) });
    return accept(apiKeyInfo(updated));
  }
}

function repetitionOf(key: ApiKey): Reply<ApiKeyRevoked> {
  return { ...accept(Object.assign(apiKeyInfo(key), { ended: [], endedCount: 0 })), replayed: true };
}
