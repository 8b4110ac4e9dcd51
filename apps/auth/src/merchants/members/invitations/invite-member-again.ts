import { Injectable } from '@nestjs/common';
import type { Language, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import type { Merchant } from '../../merchant/merchant.js';
import type { Member } from '../member.js';
import { MemberMails, nameInMails } from '../mails/member-mails.js';
import { MemberRights } from '../member-rights.js';
import type { MemberFacts } from '../member.view.js';
import { memberFacts } from '../member.view.js';
import { Memberships } from '../memberships.js';

export interface RepeatedInvitation {
  readonly merchantId: string;
  readonly memberId: string;
  readonly actorMemberId: string;
  readonly language: Language | undefined;
}

/** Sends an invitation that was not accepted yet again, with another token. */
@Injectable()
export class InviteMemberAgain {
  constructor(
    private readonly rights: MemberRights,
    private readonly mails: MemberMails,
    private readonly memberships: Memberships,
    private readonly requests: IdempotentRequests,
  ) {}

  async inviteAgain(wanted: RepeatedInvitation, request: PendingRequest<MemberFacts>): Promise<Reply<MemberFacts>> {
    const { message } = request;
    const { merchantId: source, actorMemberId: actor, language } = wanted;
    const before = await this.requests.decide((tx) => this.#decide(tx, wanted));
    if (isRefusal(before)) return before;
    const { email } = before.invited;
    const named = nameInMails(before.merchant);
    const mailed = await this.mails.send({ mail: 'invitation', email, source, language, ...named }, message);
    if (!mailed.ok) return mailed;
    return this.requests.commit(request, async (tx) => {
      const decided = await this.#decide(tx, wanted);
      if (isRefusal(decided)) return decided;
      const by = { actor, requestId: message.requestId };
      return accept(memberFacts(await this.memberships.inviteAgain(tx, decided.invited, mailed.data, by)));
    });
  }

  async #decide(
    tx: DatabaseTransaction,
    { merchantId, memberId, actorMemberId }: RepeatedInvitation,
  ): Promise<{ readonly invited: Member; readonly merchant: Merchant } | Refusal> {
    const managing = await this.rights.managing(tx, merchantId, actorMemberId);
    if (isRefusal(managing)) return managing;
    const invited = await this.rights.target(tx, managing, memberId);
    if (isRefusal(invited)) return invited;
    return invited.joinedAt === null ? { invited, merchant: managing.merchant } : refuse('member_joined');
  }
}
