import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { AccountRequest } from './account-answers.js';
import { AccountAnswers } from './account-answers.js';
import type { Invitation } from './mail-tokens.repository.js';
import { MembershipRecords } from './membership-records.js';
import type { MemberFacts } from './member.view.js';
import { memberFacts } from './member.view.js';
import { MerchantsRepository } from './merchants.repository.js';
import type { ChosenPassword } from './new-members.js';
import { NewMembers } from './new-members.js';

/** An invitation whose token was good a moment ago, and who accepts it. */
export interface AcceptedInvitation {
  readonly invitation: Invitation;
  readonly name: string;
  /** Of who has no password yet. */
  readonly newPassword?: ChosenPassword;
}

/** Uses an invitation up, in the transaction that makes the member: of however many who accept it one does. */
@Injectable()
export class MemberJoining {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly newcomers: NewMembers,
    private readonly records: MembershipRecords,
    private readonly answers: AccountAnswers,
  ) {}

  execute(
    request: AccountRequest<MemberFacts>,
    { invitation, name, newPassword }: AcceptedInvitation,
  ): Promise<Reply<MemberFacts>> {
    const { tokenHash, memberId: id, merchantId, person } = invitation;
    return this.answers.commit(request, async (tx) => {
      const merchant = await this.merchants.held(tx, merchantId);
      if (merchant?.active !== true) return refuse('merchant_inactive');
      const refusal = await this.newcomers.admit(tx, { person, tokenHash, newPassword });
      if (refusal !== undefined) return refusal;
      const by = { actor: id, requestId: request.message.requestId };
      return accept(memberFacts(await this.records.join(tx, { id, merchantId }, name, by)));
    });
  }
}
