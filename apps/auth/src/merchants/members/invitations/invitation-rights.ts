import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';
import type { Member } from '../member.js';
import { mayManage } from '../member.js';
import type { Merchant } from '../../merchant/merchant.js';
import { MemberRights } from '../member-rights.js';
import { MembersRepository } from '../members.repository.js';
import type { WantedMember } from '../memberships.js';
import { MerchantsRepository } from '../../merchant/merchants.repository.js';

/** An invitation that may be sent: to a new member, or again to `invited`. */
export interface Invitable {
  readonly merchant: Merchant;
  readonly invited: Member | undefined;
}

/** The rules of who may invite whom. In transactions that lock the merchant. */
@Injectable()
export class InvitationRights {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly members: MembersRepository,
    private readonly rights: MemberRights,
    private readonly config: AuthConfig,
  ) {}

  /** A member invites people who are no members; only owners invite owners. */
  async ofMember(tx: DatabaseTransaction, wanted: WantedMember, actorMemberId: string): Promise<Invitable | Refusal> {
    const { merchantId, email, role } = wanted;
    const managing = await this.rights.managing(tx, merchantId, actorMemberId);
    if (isRefusal(managing)) return managing;
    const { actor, merchant } = managing;
    if (!mayManage(actor.role, role)) return refuse('owner_required');
    if ((await this.members.findByEmail(tx, email, merchantId)) !== undefined) return refuse('member_exists');
    const most = this.config.MEMBERS_PER_MERCHANT;
    if ((await this.members.count(tx, merchantId)) >= most)
      return refuse('member_limit_reached', { detail: `An account has at most ${most} members.` });
    return { merchant, invited: undefined };
  }

  /** An `operator` command invites the first owner of an account, also again. */
  async ofOperator(tx: DatabaseTransaction, { merchantId, email, role }: WantedMember): Promise<Invitable | Refusal> {
    const merchant = await this.merchants.lock(tx, merchantId);
    if (merchant === undefined) return refuse('parameter_invalid', { param: 'merchantId', detail: 'no such merchant' });
    if (role !== 'owner')
      return refuse('parameter_invalid', { param: 'role', detail: 'the team of your Paygate invites owners' });
    if (await this.members.hasOtherOwner(tx, merchantId))
      return refuse('member_exists', { detail: 'The account has an owner, who invites the others.' });
    const invited = await this.members.findByEmail(tx, email, merchantId);
    return invited === undefined || invited.role === 'owner'
      ? { merchant, invited }
      : refuse('member_exists', { detail: 'The person is a member with another role.' });
  }

  /** The same with a password that the command brings. */
  async ofImport(
    tx: DatabaseTransaction,
    wanted: WantedMember,
    message: Received<object>,
  ): Promise<Invitable | Refusal> {
    const decided = await this.ofOperator(tx, wanted);
    if (isRefusal(decided)) return decided;
    return (await this.unproven(tx, decided, message)) ?? decided;
  }

  /** The refusal of an invitation that persons of the team must prove; see {@link MemberRights.unproven}. */
  unproven(tx: DatabaseTransaction, invitable: Invitable, message: Received<object>): Promise<Refusal | undefined> {
    return this.rights.unproven(tx, invitable, message);
  }
}
