import { Controller } from '@nestjs/common';
import type { MemberInfo, MemberRemoved, MembersListed, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { MemberSeals } from './member.view.js';
import { ChangeMemberRole } from './change-member-role.js';
import { ListMembers } from './list-members.js';
import { RemoveMember } from './remove-member.js';

/** Commands about members of merchant accounts. What is known of people is sealed here. */
@Controller()
export class MembersCommands {
  readonly #seals: MemberSeals;

  constructor(
    private readonly listing: ListMembers,
    private readonly roles: ChangeMemberRole,
    private readonly removal: RemoveMember,
    sealer: Sealer,
  ) {
    this.#seals = new MemberSeals(sealer, 'gateway');
  }

  @HandleCommand(contract.listMembers)
  async list(request: contract.ListMembers): Promise<Reply<MembersListed>> {
    const { members, hasMore } = await this.listing.execute(request);
    return accept({ members: members.map((facts) => this.#seals.member(facts)), hasMore });
  }

  @HandleCommand(contract.changeMemberRole)
  async changeRole(
    request: contract.ChangeMemberRole,
    message: Received<contract.ChangeMemberRole>,
  ): Promise<Reply<MemberInfo>> {
    const reply = await this.roles.execute(request, message);
    return reply.ok ? { ...reply, data: this.#seals.member(reply.data) } : reply;
  }

  @HandleCommand(contract.removeMember)
  remove(request: contract.RemoveMember, message: Received<contract.RemoveMember>): Promise<Reply<MemberRemoved>> {
    return this.removal.execute(request, message);
  }
}
