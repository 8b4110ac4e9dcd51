import { Injectable } from '@nestjs/common';
import type { ListMembers as Request } from '@paygate/contracts';
import type { MemberFacts } from './member.view.js';
import { memberFacts } from './member.view.js';
import { MembersRepository } from './members.repository.js';

export interface MemberPage {
  readonly members: readonly MemberFacts[];
  readonly hasMore: boolean;
}

/** One page of an account's members, newest first. */
@Injectable()
export class ListMembers {
  constructor(private readonly members: MembersRepository) {}

  async execute({ merchantId, limit, startingAfter }: Request): Promise<MemberPage> {
    // one more than asked for tells whether there are more
    const found = await this.members.list(merchantId, limit + 1, startingAfter);
    return { members: found.slice(0, limit).map(memberFacts), hasMore: found.length > limit };
  }
}
