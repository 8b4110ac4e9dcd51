import { Injectable } from '@nestjs/common';
import type { ChangeMemberRoleCommand as Request, Reply } from '@paygate/contracts';
import { isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { MemberChanges } from './member-changes.js';
import { MemberRights } from './member-rights.js';
import type { MemberFacts } from './member.view.js';
import { memberFacts } from './member.view.js';
import { Memberships } from './memberships.js';

/** Gives a member another role. */
@Injectable()
export class ChangeMemberRole {
  constructor(
    private readonly changes: MemberChanges,
    private readonly rights: MemberRights,
    private readonly memberships: Memberships,
  ) {}

  change({ memberId, role }: Request, message: Received<Request>): Promise<Reply<MemberFacts>> {
    return this.changes.once('change-member-role', message, async (tx, managing) => {
      const member = await this.rights.target(tx, managing, memberId, role);
      if (isRefusal(member)) return member;
      if (member.role === role) return memberFacts(member);
      if (await this.rights.isLastOwner(tx, member)) return refuse('last_owner');
      const unproven = await this.rights.unproven(tx, managing, message);
      if (unproven !== undefined) return unproven;
      const by = { actor: managing.actor.id, requestId: message.requestId };
      return memberFacts(await this.memberships.changeRole(tx, member, role, by));
    });
  }
}
