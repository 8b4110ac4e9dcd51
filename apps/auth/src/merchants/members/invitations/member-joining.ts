import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { MerchantsRepository } from '../../merchant/merchants.repository.js';
import type { Invitation } from '../mails/mail-tokens.repository.js';
import type { MemberFacts } from '../member.view.js';
import { memberFacts } from '../member.view.js';
import { Memberships } from '../memberships.js';
import type { AcceptingPassword } from './new-members.js';
import { NewMembers } from './new-members.js';

/** An invitation whose token was valid a moment ago. */
export interface AcceptedInvitation extends AcceptingPassword {
  readonly invitation: Invitation;
  readonly name: string;
}

/** The transaction that makes an invited person a member. */
@Injectable()
export class MemberJoining {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly newMembers: NewMembers,
    private readonly memberships: Memberships,
    private readonly requests: IdempotentRequests,
  ) {}

  join(
    request: PendingRequest<MemberFacts>,
    { invitation, name, ...password }: AcceptedInvitation,
  ): Promise<Reply<MemberFacts>> {
    const { memberId: id, merchantId } = invitation;
    return this.requests.commit(request, async (tx) => {
      const merchant = await this.merchants.lock(tx, merchantId);
      if (merchant?.active !== true) return refuse('merchant_inactive');
      const refusal = await this.newMembers.admit(tx, invitation, password);
      if (refusal !== undefined) return refusal;
      const by = { actor: id, requestId: request.message.requestId };
      return accept(memberFacts(await this.memberships.join(tx, { id, merchantId }, name, by)));
    });
  }
}
