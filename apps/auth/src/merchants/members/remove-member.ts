import { Injectable } from '@nestjs/common';
import type { MemberRemoved, RemoveMemberCommand as Request, Reply } from '@paygate/contracts';
import { isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { MemberChanges } from './member-changes.js';
import { MemberRights } from './member-rights.js';
import { Memberships } from './memberships.js';

/** Ends a membership, or an invitation. */
@Injectable()
export class RemoveMember {
  constructor(
    private readonly changes: MemberChanges,
    private readonly rights: MemberRights,
    private readonly memberships: Memberships,
  ) {}

  remove({ memberId }: Request, message: Received<Request>): Promise<Reply<MemberRemoved>> {
    return this.changes.once<MemberRemoved>('remove-member', message, async (tx, managing) => {
      const member = await this.rights.target(tx, managing, memberId);
      if (isRefusal(member)) return member;
      if (await this.rights.isLastOwner(tx, member)) return refuse('last_owner');
      await this.memberships.remove(tx, member, { actor: managing.actor.id, requestId: message.requestId });
      return { memberId };
    });
  }
}
