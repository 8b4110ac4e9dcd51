import { Controller } from '@nestjs/common';
import type { MemberInfo, MemberRemoved, MembersListed, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { memberFacts, MemberSeals } from './member.view.js';
import { MembersRepository } from './members.repository.js';
import { ChangeMemberRole } from './change-member-role.js';
import { RemoveMember } from './remove-member.js';

/** Commands about members of merchant accounts. Sealed fields are made here. */
@Controller()
export class MembersCommands {
  readonly #seals: MemberSeals;

  constructor(
    private readonly members: MembersRepository,
    private readonly roles: ChangeMemberRole,
    private readonly removal: RemoveMember,
    sealer: Sealer,
  ) {
    this.#seals = new MemberSeals(sealer, 'gateway');
  }

  /** One page of an account's members, newest first. */
  @HandleCommand(contract.listMembers)
  async list({ merchantId, limit, startingAfter }: contract.ListMembersCommand): Promise<Reply<MembersListed>> {
    // one row more than the page shows whether there are more
    const found = await this.members.list(merchantId, limit + 1, startingAfter);
    const members = found.slice(0, limit).map((member) => this.#seals.member(memberFacts(member)));
    return accept({ members, hasMore: found.length > limit });
  }

  @HandleCommand(contract.changeMemberRole)
  async changeRole(
    request: contract.ChangeMemberRoleCommand,
    message: Received<contract.ChangeMemberRoleCommand>,
  ): Promise<Reply<MemberInfo>> {
    const reply = await this.roles.change(request, message);
    return reply.ok ? { ...reply, data: this.#seals.member(reply.data) } : reply;
  }

  @HandleCommand(contract.removeMember)
  remove(
    request: contract.RemoveMemberCommand,
    message: Received<contract.RemoveMemberCommand>,
  ): Promise<Reply<MemberRemoved>> {
    return this.removal.remove(request, message);
  }
}
