import { Injectable } from '@nestjs/common';
import type { Refusal, UpdateMerchantProfileCommand } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { endOf } from '../api-keys/api-key.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { holds } from '../members/member-rights.js';
import { MembersRepository } from '../members/members.repository.js';

const SCOPE = 'merchant:write';

/** The requester of a change of a merchant. */
export type MerchantActor = Pick<UpdateMerchantProfileCommand, 'merchantId' | 'mode' | 'actorKeyId' | 'actorMemberId'>;

/** The requester, and the owner who has been proven for the request. */
export type ProvenActor = MerchantActor & Pick<UpdateMerchantProfileCommand, 'provenOwnerId'>;

/** The rights to change a merchant, decided under its lock: the gateway's knowledge may be a moment old. */
@Injectable()
export class MerchantChangeRights {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly members: MembersRepository,
  ) {}

  /** Returns the reason for which the requester may not change the merchant; undefined when it may. */
  async lack(tx: DatabaseTransaction, actor: MerchantActor): Promise<Refusal | undefined> {
    const { merchantId, mode, actorKeyId, actorMemberId } = actor;
    if (actorMemberId !== undefined) {
      const member = await this.members.find(tx, actorMemberId, merchantId);
      return member !== undefined && holds(member, SCOPE, mode) ? undefined : refuse('scope_missing');
    }
    const key = actorKeyId === undefined ? undefined : await this.apiKeys.findOwned(tx, actorKeyId, actor);
    if (key === undefined) return refuse('scope_missing');
    const end = endOf(key, await this.apiKeys.now(tx));
    if (end !== undefined) return refuse(end);
    return key.type === 'secret' || key.scopes.includes(SCOPE) ? undefined : refuse('scope_missing');
  }
  /** The reason for which the requester may not weaken the protection of money; undefined for an owner who has been proven. */
  async lackOfProof(tx: DatabaseTransaction, actor: ProvenActor): Promise<Refusal | undefined> {
    const { merchantId, actorMemberId, provenOwnerId } = actor;
    const member = actorMemberId === undefined ? undefined : await this.members.find(tx, actorMemberId, merchantId);
    if (member?.role !== 'owner') return refuse('owner_required');
    return provenOwnerId === member.id ? undefined : refuse('second_factor_required');
  }
}
