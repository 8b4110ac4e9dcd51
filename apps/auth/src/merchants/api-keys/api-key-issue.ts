import { Injectable } from '@nestjs/common';
import type { ApiKeyIssued, Reply } from '@paygate/contracts';
import { accept, apiKeyTable, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { ApiKeyMint } from './api-key-mint.js';
import type { KeyRequester } from './api-key-rights.js';
import { actorOf, ApiKeyRights } from './api-key-rights.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyInfo, apiKeyRow } from './api-key.view.js';
import type { AuditEntry } from '../../audit/audit-trail.js';
import type { ApiKey, WantedApiKey } from './api-key.js';
import { faultOf } from './api-key.js';
import { AccountActs } from '../members/mails/account-acts.js';
import type { Merchant } from '../merchant/merchant.js';

export interface KeyOrder {
  readonly wanted: WantedApiKey;
  readonly merchant: Merchant;
  readonly requester: KeyRequester & { readonly requestId: string };
  /** The command that persons of the team may have to prove; undefined for the first keys of an account. */
  readonly command: Received<object> | undefined;
  readonly now: Date;
  /** The key that the new one replaces. */
  readonly predecessor?: Pick<ApiKey, 'id' | 'makerId' | 'eventsByScope'>;
  /** Records the answer without the key's text. */
  readonly keep: Keep<ApiKeyIssued>;
  /** The audit record. */
  readonly record: Required<Pick<AuditEntry, 'action' | 'subject' | 'detail'>>;
  /** True for the first keys, whose owner has just asked for them. */
  readonly isOfNewAccount?: true;
}

/**
 * Issues new keys. A key's text exists in this process only, until it is sealed for the requester: stored, it could be returned
 * to somebody else. So a repeated command gets the key without its text, and a requester that lost the first answer revokes the
 * key and creates another.
 */
@Injectable()
export class ApiKeyIssue {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly rights: ApiKeyRights,
    private readonly mint: ApiKeyMint,
    private readonly acts: AccountActs,
  ) {}

  /** Runs in a transaction that locks the merchant. */
  async issue(tx: Transaction, order: KeyOrder): Promise<Reply<ApiKeyIssued>> {
    const { wanted, merchant, requester, command, now, predecessor, record } = order;
    const fault = faultOf(wanted, now);
    if (fault !== undefined) return refuse('parameter_invalid', fault);
    const refusal = await this.rights.refusalToIssue(tx, {
      wanted,
      requester,
      command,
      now,
      ...(predecessor === undefined ? {} : { predecessor }),
    });
    if (refusal !== undefined) return refusal;

    const { sealedText, ...minted } = this.mint.mint(wanted, requester.principal);
    const makerId = requester.actorKeyId ?? predecessor?.makerId ?? null;
    const eventsByScope = predecessor?.eventsByScope ?? true;
    const key = await this.apiKeys.insert(tx, {
      wanted,
      ...minted,
      predecessorId: predecessor?.id,
      makerId,
      eventsByScope,
    });
    tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
    const { merchantId, mode } = wanted;
    const actor = actorOf(requester);
    const isNewKey = order.isOfNewAccount !== true;
    const facts = { isNewKey, isSecretKey: isNewKey && wanted.type === 'secret' };
    await this.acts.record(tx, { ...record, merchantId, mode, actor, requestId: requester.requestId }, facts);
    const apiKey = apiKeyInfo(key);
    await order.keep(tx, { apiKey });
    return accept({ apiKey, key: sealedText });
  }
}

/** The answer to a repeated command: the key without its text. */
export function issuedBefore(key: ApiKey): Reply<ApiKeyIssued> {
  return { ok: true, data: { apiKey: apiKeyInfo(key) }, replayed: true };
}
