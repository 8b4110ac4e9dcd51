import { Controller } from '@nestjs/common';
import type { FormerMembersListed, MemberRemoved, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { MemberSeals } from '../member.view.js';
import { FormerMembersRepository } from './former-members.repository.js';

/** Commands about removed members: their names, and the erasure of one. */
@Controller()
export class FormerMembersCommands {
  readonly #seals: MemberSeals;

  constructor(
    private readonly members: FormerMembersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    sealer: Sealer,
  ) {
    this.#seals = new MemberSeals(sealer, 'gateway');
  }

  @HandleCommand(contract.listFormerMembers)
  async list({ merchantId, limit, startingAfter }: contract.ListMembersCommand): Promise<Reply<FormerMembersListed>> {
    const found = await this.members.list(merchantId, limit + 1, startingAfter);
    const members = found.slice(0, limit).map((member) => this.#seals.former(member));
    return accept({ members, hasMore: found.length > limit });
  }

  /** An erasure that is repeated records nothing. */
  @HandleCommand(contract.eraseFormerMember)
  erase(
    { merchantId, memberId }: contract.EraseFormerMemberCommand,
    { id: causationId, requestId, producer: actor }: Received<contract.EraseFormerMemberCommand>,
  ): Promise<Reply<MemberRemoved>> {
    return this.unitOfWork.run(
      async (tx) => {
        const wasNamed = await this.members.erase(tx, memberId, merchantId);
        if (wasNamed === undefined) return refuse('member_not_found');
        const entry = {
          merchantId,
          mode: 'live',
          action: 'member.erased',
          subject: memberId,
          actor,
          requestId,
        } as const;
        if (wasNamed) await this.audit.append(tx, entry);
        return accept({ memberId });
      },
      { requestId, causationId },
    );
  }
}
