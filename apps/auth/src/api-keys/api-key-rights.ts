import { Injectable } from '@nestjs/common';
import type { Principal, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { KeyOwner } from './api-keys.repository.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AuthConfig } from '../config.js';
import type { ApiKey, WantedApiKey } from './api-key.js';
import { endOf, mayGrant, outlives } from './api-key.js';
import { holds } from '../members/member-rights.js';
import { MembersRepository } from '../members/members.repository.js';

/** Who asks for a key, or for a change or the end of one. */
export interface KeyRequester {
  readonly principal: Principal;
  /** The API key, or the member, on whose behalf the gateway asks. */
  readonly actorKeyId: string | undefined;
  readonly actorMemberId: string | undefined;
}

/** Under which name the trail knows who asked. */
export function actorOf({ principal, actorKeyId, actorMemberId }: KeyRequester): string {
  return actorMemberId ?? actorKeyId ?? principal;
}

interface IssueInQuestion {
  readonly wanted: WantedApiKey;
  /** The key that it takes the place of. */
  readonly predecessorId?: string;
  readonly requester: KeyRequester;
  readonly now: Date;
}

/** What those who ask may do with keys, and how many they may make. */
@Injectable()
export class ApiKeyRights {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly members: MembersRepository,
    private readonly config: AuthConfig,
  ) {}

  /** Why who asks may not have such a key; undefined when they may. In a transaction that locks the merchant. */
  async refusalToIssue(tx: DatabaseTransaction, question: IssueInQuestion): Promise<Refusal | undefined> {
    return (await this.#lack(tx, question)) ?? (await this.#excess(tx, question));
  }

  /**
   * Why the requester may not change or end a key; undefined when it may. In a transaction that locks the merchant. That a key is
   * revoked already is reported under the same rights, and also to a key that has ended since.
   */
  async refusalToManage(
    tx: DatabaseTransaction,
    requester: KeyRequester,
    key: ApiKey,
    now: Date,
  ): Promise<Refusal | undefined> {
    if (requester.principal === 'operator') return undefined;
    if (requester.actorMemberId !== undefined) return this.#lackOfMember(tx, requester.actorMemberId, key);
    const actor = await (key.revokedAt === null
      ? this.#actor(tx, requester, key, now)
      : this.#known(tx, requester, key));
    if ('code' in actor) return actor;
    return actor.id === key.id || mayGrant(actor, key) ? undefined : refuse('scope_missing');
  }

  async #actor(
    tx: DatabaseTransaction,
    requester: KeyRequester,
    owner: KeyOwner,
    now: Date,
  ): Promise<ApiKey | Refusal> {
    const actor = await this.#known(tx, requester, owner);
    if ('code' in actor) return actor;
    // a gateway that has not heard of the revocation yet lets its key in
    const end = endOf(actor, now);
    return end === undefined ? actor : refuse(end);
  }

  async #known(tx: DatabaseTransaction, { actorKeyId }: KeyRequester, owner: KeyOwner): Promise<ApiKey | Refusal> {
    const actor = actorKeyId === undefined ? undefined : await this.apiKeys.findOwned(tx, actorKeyId, owner);
    return actor ?? refuse('scope_missing');
  }

  async #lack(
    tx: DatabaseTransaction,
    { wanted, predecessorId, requester, now }: IssueInQuestion,
  ): Promise<Refusal | undefined> {
    if (requester.principal === 'operator') return undefined;
    if (requester.actorMemberId !== undefined) return this.#lackOfMember(tx, requester.actorMemberId, wanted);
    const actor = await this.#actor(tx, requester, wanted, now);
    if ('code' in actor) return actor;
    if (!mayGrant(actor, wanted)) return refuse('scope_missing');
    if (!outlives(wanted, actor)) return undefined;
    const detail = 'The key that asks ends before the key that it asks for.';
    return predecessorId === undefined
      ? refuse('parameter_invalid', { param: 'expiresAt', detail })
      : refuse('scope_missing', { detail });
  }

  /** A member may what its role says now, of every key: a gateway that asked a moment ago may have heard of another one. */
  async #lackOfMember(
    tx: DatabaseTransaction,
    memberId: string,
    { merchantId, mode }: KeyOwner,
  ): Promise<Refusal | undefined> {
    const member = await this.members.find(tx, memberId, merchantId);
    return member !== undefined && holds(member, 'api_keys:write', mode) ? undefined : refuse('scope_missing');
  }

  async #excess(tx: DatabaseTransaction, { wanted, requester }: IssueInQuestion): Promise<Refusal | undefined> {
    const inForce = await this.apiKeys.countInForce(tx, wanted);
    if (inForce >= this.config.API_KEYS_PER_MERCHANT) return refuse('api_key_limit_reached');
    // an operator helps those whose day was spent by a thief
    if (requester.principal === 'operator') return undefined;
    const made = await this.apiKeys.countMadeWithinDay(tx, wanted);
    if (made < this.config.API_KEYS_MADE_PER_DAY) return undefined;
    return refuse('api_key_limit_reached', { detail: 'No more API keys can be made within 24 hours.' });
  }
}
