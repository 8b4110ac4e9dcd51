import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type { FormerMemberPageAnswer, MemberPageAnswer } from '@paygate/contracts';
import { changeMemberRole, listFormerMembers, listMembers, operations, removeMember } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { idempotencyOf } from '../../../requests/idempotency.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import type { OneMember } from '../dashboard/dashboard-requests.js';
import { DashboardRequests, memberIdOf } from '../dashboard/dashboard-requests.js';

const PAGE_MEMBERS = 20;
const lists = new RequestReader(operations.listMembers);
const formerLists = new RequestReader(operations.listFormerMembers);
const roles = new RequestReader(operations.changeMemberRole);
const removals = new RequestReader(operations.removeMember);

/** Members over HTTP: those of the account in which the session acts. */
@Controller()
export class MembersController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
  ) {}

  @Get(routeOf(operations.listMembers))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId } = actingOf(request);
    const { limit = PAGE_MEMBERS, startingAfter } = lists.read(request).query;
    const command = { merchantId, limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listMembers, command, { requestId: request.id }));
    const answer: MemberPageAnswer = {
      data: data.members.map((member) => this.requests.viewOf(member)),
      hasMore: data.hasMore,
      nextCursor: data.hasMore ? (data.members.at(-1)?.memberId ?? null) : null,
    };
    sendJson(reply, operations.listMembers.success, JSON.stringify(answer));
  }

  @Get(routeOf(operations.listFormerMembers))
  async listFormer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId } = actingOf(request);
    const { limit = PAGE_MEMBERS, startingAfter } = formerLists.read(request).query;
    const command = { merchantId, limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listFormerMembers, command, { requestId: request.id }));
    const answer: FormerMemberPageAnswer = {
      data: data.members.map((member) => this.requests.formerViewOf(member)),
      hasMore: data.hasMore,
      nextCursor: data.hasMore ? (data.members.at(-1)?.memberId ?? null) : null,
    };
    sendJson(reply, operations.listFormerMembers.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.changeMemberRole))
  async changeRole(@Req() request: OneMember, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, memberId: actorMemberId } = actingOf(request);
    const { role } = roles.read(request).fields;
    const memberId = memberIdOf(request);
    const idempotency = idempotencyOf(request.headers, memberId, request.body);
    const command = { merchantId, memberId, actorMemberId, role, ...given({ idempotency }) };
    const changed = accepted(await this.bus.send(changeMemberRole, command, { requestId: request.id }));
    markReplay(reply, changed);
    sendJson(reply, operations.changeMemberRole.success, JSON.stringify(this.requests.viewOf(changed.data)));
  }

  @Delete(routeOf(operations.removeMember))
  async remove(@Req() request: OneMember, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, memberId: actorMemberId } = actingOf(request);
    removals.read(request);
    const command = { merchantId, memberId: memberIdOf(request), actorMemberId };
    accepted(await this.bus.send(removeMember, command, { requestId: request.id }));
    void reply.code(operations.removeMember.success).send();
  }
}
