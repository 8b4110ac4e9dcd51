import { Injectable } from '@nestjs/common';
import type { MemberRole, MemberScope, Mode, Refusal } from '@paygate/contracts';
import { refuse, scopesOfRole } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import type { Member } from './member.js';
import { mayManage } from './member.js';
import type { Merchant } from '../merchant/merchant.js';
import { RedeemProofs } from '../../staff-acts/redeem-proofs.js';
import { MembersRepository } from './members.repository.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/** A member who may change others, and the merchant, which is locked. */
export interface Managing {
  readonly actor: Member;
  readonly merchant: Merchant;
}

/** The rights of members, decided in the transaction of the effect: the gateway's knowledge may be a moment old. */
@Injectable()
export class MemberRights {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly members: MembersRepository,
    private readonly proofs: RedeemProofs,
  ) {}

  /**
   * The refusal of a change that the `operator` command sends, whomever it names as the member that asks: persons of the team prove it, and their
   * proofs are used up, where the account has, or ever had, live mode.
   */
  unproven(
    tx: DatabaseTransaction,
    { merchant }: { readonly merchant: Merchant },
    message: Received<object>,
  ): Promise<Refusal | undefined> {
    return this.proofs.refusalOf(tx, message, { isLive: merchant.wasLive });
  }

  /** Locks the merchant; returns the refusal when the actor may not change members. */
  async managing(tx: DatabaseTransaction, merchantId: string, actorMemberId: string): Promise<Managing | Refusal> {
    const merchant = await this.merchants.lock(tx, merchantId);
    if (merchant?.active !== true) return refuse('merchant_inactive');
    const actor = await this.members.find(tx, actorMemberId, merchantId);
    return actor !== undefined && holds(actor, 'members:write', 'live') ? { actor, merchant } : refuse('scope_missing');
  }

  /** The member to be changed; the refusal when the actor may not change it, or give it the role. */
  async target(
    tx: DatabaseTransaction,
    { actor }: Managing,
    memberId: string,
    role?: MemberRole,
  ): Promise<Member | Refusal> {
    const member = await this.members.find(tx, memberId, actor.merchantId);
    if (member === undefined) return refuse('member_not_found');
    return mayManage(actor.role, member.role, role ?? member.role) ? member : refuse('owner_required');
  }

  /** True when the account would be left without an active owner. */
  async isLastOwner(tx: DatabaseTransaction, { id, merchantId, role, joinedAt }: Member): Promise<boolean> {
    if (role !== 'owner' || joinedAt === null) return false;
    return !(await this.members.hasOtherOwner(tx, merchantId, id));
  }
}

/** True when an active member has a right in a mode. */
export function holds({ role, joinedAt }: Member, scope: MemberScope, mode: Mode): boolean {
  return joinedAt !== null && scopesOfRole(role, mode).includes(scope);
}
