import { Injectable } from '@nestjs/common';
import type { Language, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import type { Invitable } from './invitation-rights.js';
import { InvitationRights } from './invitation-rights.js';
import { MemberMails, nameInMails } from '../mails/member-mails.js';
import type { MemberFacts } from '../member.view.js';
import { memberFacts } from '../member.view.js';
import type { WantedMember } from '../memberships.js';
import { Memberships } from '../memberships.js';

export interface WantedInvitation extends WantedMember {
  /** The inviting member; undefined when an `operator` command invites. */
  readonly actorMemberId: string | undefined;
  readonly language: Language | undefined;
  /** The command as it was sent, which persons of the team prove. */
  readonly command: Received<object>;
}

/**
 * Invites a person to be a member. The mail is sent first, so that every stored invitation has one on the way; its token becomes
 * valid with the transaction that decides again.
 */
@Injectable()
export class InviteMember {
  constructor(
    private readonly rights: InvitationRights,
    private readonly mails: MemberMails,
    private readonly memberships: Memberships,
    private readonly requests: IdempotentRequests,
  ) {}

  async invite(wanted: WantedInvitation, request: PendingRequest<MemberFacts>): Promise<Reply<MemberFacts>> {
    const { message } = request;
    const { merchantId: source, email, language } = wanted;
    const before = await this.requests.decide(async (tx) => {
      const decided = await this.#decide(tx, wanted, message);
      // proofs are used up by the mail
      return isRefusal(decided) ? decided : ((await this.rights.unproven(tx, decided, wanted.command)) ?? decided);
    });
    if (isRefusal(before)) return before;
    const named =
      wanted.actorMemberId === undefined ? { merchantName: before.merchant.name } : nameInMails(before.merchant);
    const mailed = await this.mails.send({ mail: 'invitation', email, source, language, ...named }, message);
    if (!mailed.ok) return mailed;
    return this.requests.commit(request, async (tx) => {
      const decided = await this.#decide(tx, wanted, message);
      if (isRefusal(decided)) return decided;
      const by = { actor: wanted.actorMemberId ?? message.producer, requestId: message.requestId };
      const member =
        decided.invited === undefined
          ? await this.memberships.invite(tx, wanted, mailed.data, by)
          : await this.memberships.inviteAgain(tx, decided.invited, mailed.data, by);
      return accept(memberFacts(member));
    });
  }

  async #decide(
    tx: DatabaseTransaction,
    wanted: WantedInvitation,
    { producer }: Pick<Received<object>, 'producer'>,
  ): Promise<Invitable | Refusal> {
    const { actorMemberId } = wanted;
    if (actorMemberId !== undefined) return this.rights.ofMember(tx, wanted, actorMemberId);
    return producer === 'operator' ? this.rights.ofOperator(tx, wanted) : refuse('scope_missing');
  }
}
