import { Injectable } from '@nestjs/common';
import type { Principal, Refusal } from '@paygate/contracts';
import { refuse, scopesGrantedBy } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import type { KeyOwner } from './api-keys.repository.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AuthConfig } from '../../config.js';
import type { ApiKey, WantedApiKey } from './api-key.js';
import { endOf, isWithin, mayGrant, outlives } from './api-key.js';
import { holds } from '../members/member-rights.js';
import { RedeemProofs } from '../../staff-acts/redeem-proofs.js';
import { MembersRepository } from '../members/members.repository.js';

/** The requester of a new key, or of a change of one. */
export interface KeyRequester {
  readonly principal: Principal;
  /** The API key or the member that authenticated the request; neither when an `operator` command sends the command. */
  readonly actorKeyId: string | undefined;
  readonly actorMemberId: string | undefined;
}

/** The actor in audit records. */
export function actorOf({ principal, actorKeyId, actorMemberId }: KeyRequester): string {
  return actorMemberId ?? actorKeyId ?? principal;
}

interface IssueRequest {
  readonly wanted: WantedApiKey;
  /** The key that it replaces. */
  readonly predecessor?: Pick<ApiKey, 'eventsByScope'>;
  readonly requester: KeyRequester;
  /** The command, which persons of the team prove where the `operator` sends it; undefined for the first keys of an account, of test mode. */
  readonly command: Received<object> | undefined;
  readonly now: Date;
}

/** The rights of requesters to create and change keys, and the limits on their number. */
@Injectable()
export class ApiKeyRights {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly members: MembersRepository,
    private readonly config: AuthConfig,
    private readonly proofs: RedeemProofs,
  ) {}

  /** Returns the refusal of a key that the requester may not create; undefined when it may. In a transaction that locks the merchant. */
  async refusalToIssue(tx: DatabaseTransaction, request: IssueRequest): Promise<Refusal | undefined> {
    const refusal = (await this.#lack(tx, request)) ?? (await this.#excess(tx, request));
    const { command, wanted } = request;
    if (refusal !== undefined || command === undefined) return refusal;
    return this.proofs.refusalOf(tx, command, { isLive: wanted.mode === 'live' });
  }

  /** Returns the refusal of a change that the requester may not make; undefined when it may. In a transaction that locks the merchant. */
  async refusalToChange(
    tx: DatabaseTransaction,
    requester: KeyRequester,
    key: ApiKey,
    now: Date,
  ): Promise<Refusal | undefined> {
    if (requester.actorMemberId === undefined) return this.refusalToManage(tx, requester, key, now);
    return this.#memberLack(tx, requester.actorMemberId, key, key);
  }

  /**
   * Returns the refusal of a revocation that the requester may not make; undefined when it may. In a transaction that locks the
   * merchant. A key that has ended itself may still read that the other one is revoked. A member who manages keys revokes any: that
   * gives nobody a right.
   */
  async refusalToManage(
    tx: DatabaseTransaction,
    requester: KeyRequester,
    key: ApiKey,
    now: Date,
  ): Promise<Refusal | undefined> {
    if (requester.principal === 'operator') return undefined;
    if (requester.actorMemberId !== undefined) return this.#memberLack(tx, requester.actorMemberId, key);
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
    // a gateway that has not received the revocation yet still accepts the key
    const end = endOf(actor, now);
    return end === undefined ? actor : refuse(end);
  }

  async #known(tx: DatabaseTransaction, { actorKeyId }: KeyRequester, owner: KeyOwner): Promise<ApiKey | Refusal> {
    const actor = actorKeyId === undefined ? undefined : await this.apiKeys.findOwned(tx, actorKeyId, owner);
    return actor ?? refuse('scope_missing');
  }

  async #lack(
    tx: DatabaseTransaction,
    { wanted, predecessor, requester, now }: IssueRequest,
  ): Promise<Refusal | undefined> {
    if (requester.principal === 'operator') return undefined;
    if (requester.actorMemberId !== undefined) return this.#memberLack(tx, requester.actorMemberId, wanted, wanted);
    const actor = await this.#actor(tx, requester, wanted, now);
    if ('code' in actor) return actor;
    if (!mayGrant(actor, wanted) || readsMoreEvents(predecessor, actor)) return refuse('scope_missing');
    if (!outlives(wanted, actor)) return undefined;
    const detail = 'The new key would expire later than the key that creates it.';
    return predecessor === undefined
      ? refuse('parameter_invalid', { param: 'expiresAt', detail })
      : refuse('scope_missing', { detail });
  }

  /**
   * The member's present role decides, because the gateway's knowledge of it may be a moment old. A member grants what the role has:
   * of a `granted` key, which the member creates or changes, no right may be missing.
   */
  async #memberLack(
    tx: DatabaseTransaction,
    memberId: string,
    { merchantId, mode }: KeyOwner,
    granted?: Pick<WantedApiKey, 'type' | 'scopes'>,
  ): Promise<Refusal | undefined> {
    const member = await this.members.find(tx, memberId, merchantId);
    if (member === undefined || !holds(member, 'api_keys:write', mode)) return refuse('scope_missing');
    if (granted === undefined || isWithin(scopesGrantedBy(member.role, mode), granted)) return undefined;
    return refuse('scope_missing', { detail: 'Your role lacks a right that this key has.' });
  }

  async #excess(tx: DatabaseTransaction, { wanted, requester }: IssueRequest): Promise<Refusal | undefined> {
    const { API_KEYS_PER_MERCHANT: most, API_KEYS_MADE_PER_DAY: mostPerDay } = this.config;
    if ((await this.apiKeys.countInForce(tx, wanted)) >= most)
      return refuse('api_key_limit_reached', {
        detail: `An account has at most ${most} API keys in force in each mode.`,
      });
    // the installation's team can help a merchant whose daily limit an attacker has used up
    if (requester.principal === 'operator') return undefined;
    const created = await this.apiKeys.countCreatedWithinDay(tx, wanted);
    if (created < mostPerDay) return undefined;
    return refuse('api_key_limit_reached', {
      detail: `At most ${mostPerDay} API keys can be created within 24 hours.`,
    });
  }
}

/** True when a successor would read events that a restricted key which rotates it may not. */
function readsMoreEvents(predecessor: IssueRequest['predecessor'], actor: ApiKey): boolean {
  return actor.type === 'restricted' && actor.eventsByScope && predecessor?.eventsByScope === false;
}
