import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { KeyedCommand } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import type { MemberFacts } from '../member.view.js';
import type { Acceptance } from './accept-invitation.js';
import { AcceptInvitation } from './accept-invitation.js';
import type { WantedInvitation } from './invite-member.js';
import { InviteMember } from './invite-member.js';
import type { RepeatedInvitation } from './invite-member-again.js';
import { InviteMemberAgain } from './invite-member-again.js';

/** The use cases of invitations, each executed once per idempotency key. */
@Injectable()
export class Invitations {
  constructor(
    private readonly inviting: InviteMember,
    private readonly repeating: InviteMemberAgain,
    private readonly accepting: AcceptInvitation,
    private readonly requests: IdempotentRequests,
  ) {}

  invite(wanted: WantedInvitation, message: Received<KeyedCommand>): Promise<Reply<MemberFacts>> {
    return this.requests.once('invite-member', message, (request) => this.inviting.invite(wanted, request));
  }

  inviteAgain(wanted: RepeatedInvitation, message: Received<KeyedCommand>): Promise<Reply<MemberFacts>> {
    return this.requests.once('invite-member-again', message, (request) => this.repeating.inviteAgain(wanted, request));
  }

  accept(acceptance: Acceptance, message: Received<KeyedCommand>): Promise<Reply<MemberFacts>> {
    return this.requests.once('accept-invitation', message, (request) => this.accepting.accept(acceptance, request));
  }
}
