import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { IdempotentRequests } from './idempotency/idempotent-requests.js';
import type { MemberFacts } from './member.view.js';
import type { KeyedCommand } from './idempotency/idempotent-requests.js';
import type { Acceptance } from './usecases/accept-invitation.js';
import { AcceptInvitation } from './usecases/accept-invitation.js';
import type { WantedInvitation } from './usecases/invite-member.js';
import { InviteMember } from './usecases/invite-member.js';
import type { RepeatedInvitation } from './usecases/invite-member-again.js';
import { InviteMemberAgain } from './usecases/invite-member-again.js';

/** Invitations, each request answered once and the same way again. */
@Injectable()
export class Invitations {
  constructor(
    private readonly inviting: InviteMember,
    private readonly repeating: InviteMemberAgain,
    private readonly accepting: AcceptInvitation,
    private readonly requests: IdempotentRequests,
  ) {}

  invite(wanted: WantedInvitation, message: Received<KeyedCommand>): Promise<Reply<MemberFacts>> {
    return this.requests.once('invite-member', message, (request) => this.inviting.execute(wanted, request));
  }

  inviteAgain(wanted: RepeatedInvitation, message: Received<KeyedCommand>): Promise<Reply<MemberFacts>> {
    return this.requests.once('invite-member-again', message, (request) => this.repeating.execute(wanted, request));
  }

  accept(acceptance: Acceptance, message: Received<KeyedCommand>): Promise<Reply<MemberFacts>> {
    return this.requests.once('accept-invitation', message, (request) => this.accepting.execute(acceptance, request));
  }
}
