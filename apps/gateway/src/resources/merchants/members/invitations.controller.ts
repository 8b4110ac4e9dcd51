import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Acceptance, MemberInfo } from '@paygate/contracts';
import { acceptInvitation, inviteMember, inviteMemberAgain, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import type { OneMember } from '../dashboard/dashboard-requests.js';
import { DashboardRequests, memberIdOf } from '../dashboard/dashboard-requests.js';

const invitations = new RequestReader(operations.inviteMember);
const repetitions = new RequestReader(operations.inviteMemberAgain);
const acceptances = new RequestReader(operations.acceptInvitation);

/** Invitations over HTTP. */
@Controller()
export class InvitationsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
  ) {}

  @Post(routeOf(operations.inviteMember))
  async invite(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, memberId: actorMemberId } = actingOf(request);
    const { email, role } = invitations.read(request).fields;
    const command = {
      ...{ merchantId, memberId: newId('member'), actorMemberId, role },
      email: this.requests.seal(email, 'invite-member.email'),
      ...this.requests.languageOf(request),
      ...this.requests.idempotencyOf(request),
    };
    const invited = accepted(await this.bus.send(inviteMember, command, { requestId: request.id }));
    this.answer(reply, operations.inviteMember.success, invited);
  }

  @Post(routeOf(operations.inviteMemberAgain))
  async inviteAgain(@Req() request: OneMember, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, memberId: actorMemberId } = actingOf(request);
    repetitions.read(request);
    const memberId = memberIdOf(request);
    const command = {
      ...{ merchantId, memberId, actorMemberId },
      ...this.requests.languageOf(request),
      ...this.requests.idempotencyOf(request, memberId),
    };
    const invited = accepted(await this.bus.send(inviteMemberAgain, command, { requestId: request.id }));
    this.answer(reply, operations.inviteMemberAgain.success, invited);
  }

  @Post(routeOf(operations.acceptInvitation))
  async accept(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { token, name, password } = acceptances.read(request).fields;
    const command = {
      tokenHash: this.requests.mailTokenHash('invitation', token),
      name: this.requests.seal(name, 'accept-invitation.name'),
      password: this.requests.seal(password, 'dashboard.password'),
      address: this.requests.addressOf(request),
      ...this.requests.idempotencyOf(request),
    };
    const joined = accepted(await this.bus.send(acceptInvitation, command, { requestId: request.id }));
    this.answer(reply, operations.acceptInvitation.success, joined);
  }

  private answer(reply: FastifyReply, status: number, outcome: Acceptance<MemberInfo>): void {
    markReplay(reply, outcome);
    sendJson(reply, status, JSON.stringify(this.requests.viewOf(outcome.data)));
  }
}
