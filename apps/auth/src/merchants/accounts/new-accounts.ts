import { Injectable } from '@nestjs/common';
import type { ApiKeyIssued, Country } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { ApiKeyIssue } from '../api-keys/api-key-issue.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import type { MemberFacts } from '../members/member.view.js';
import { memberFacts } from '../members/member.view.js';
import type { RecordedBy } from '../members/memberships.js';
import { Memberships } from '../members/memberships.js';
import type { Merchant } from '../merchant/merchant.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';
import type { ConfirmedClaim } from './account-admission.js';

/** A new account. */
export interface OpenedAccount {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly country: Country;
  readonly owner: MemberFacts;
  readonly apiKeys: readonly ApiKeyIssued[];
}

/** Creates accounts with their owner and first keys. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly memberships: Memberships,
    private readonly apiKeys: ApiKeysRepository,
    private readonly keys: ApiKeyIssue,
  ) {}

  async create(tx: Transaction, { claim, name }: ConfirmedClaim, requestId: string): Promise<OpenedAccount> {
    const { email, businessName, country } = claim;
    const merchant = await this.merchants.open(tx, { id: newId('merchant'), name: businessName, country });
    const { id: merchantId, name: merchantName } = merchant;
    const memberId = newId('member');
    const by = { actor: memberId, requestId };
    const invited = await this.memberships.invite(tx, { memberId, merchantId, email, role: 'owner' }, undefined, by);
    const owner = memberFacts(await this.memberships.join(tx, invited, name, by));
    const apiKeys = [
      await this.#firstKey(tx, merchant, 'publishable', by),
      await this.#firstKey(tx, merchant, 'secret', by),
    ];
    return { merchantId, merchantName, country, owner, apiKeys };
  }

  async #firstKey(
    tx: Transaction,
    merchant: Merchant,
    type: 'publishable' | 'secret',
    { actor: actorMemberId, requestId }: RecordedBy,
  ): Promise<ApiKeyIssued> {
    const id = newId('apiKey');
    const terms = { type, name: `First ${type} key`, scopes: [], origins: [], expiresAt: null };
    const issued = await this.keys.issue(tx, {
      wanted: { id, merchantId: merchant.id, mode: 'test', ...terms },
      merchant,
      requester: { principal: 'gateway', actorKeyId: undefined, actorMemberId, requestId },
      command: undefined,
      now: await this.apiKeys.now(tx),
      keep: () => Promise.resolve(),
      record: { action: 'api_key.created', subject: id, detail: terms },
      isOfNewAccount: true,
    });
    if (!issued.ok) throw new Error(`the first key of a new account was refused: ${issued.code}`);
    return issued.data;
  }
}
