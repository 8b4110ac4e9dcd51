import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import type { MemberNotices, MemberNoticesView } from '@paygate/contracts';
import { changeMemberNotices, operations, readMemberNotices } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';

const reads = new RequestReader(operations.readMemberNotices);
const changes = new RequestReader(operations.changeMemberNotices);

/** The notices of a signed-in member over HTTP. */
@Controller()
export class MemberNoticesController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.readMemberNotices))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, memberId } = actingOf(request);
    reads.read(request);
    const command = { merchantId, memberId };
    const { data } = accepted(await this.bus.send(readMemberNotices, command, { requestId: request.id }));
    sendJson(reply, operations.readMemberNotices.success, JSON.stringify(viewOf(data)));
  }

  @Patch(routeOf(operations.changeMemberNotices))
  async change(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, memberId } = actingOf(request);
    const { payoutFailed, notices } = changes.read(request).fields;
    const command = { merchantId, memberId, ...given({ payoutFailed, notices }) };
    const { data } = accepted(await this.bus.send(changeMemberNotices, command, { requestId: request.id }));
    sendJson(reply, operations.changeMemberNotices.success, JSON.stringify(viewOf(data)));
  }
}

function viewOf({ payoutFailed, notices }: MemberNotices): MemberNoticesView {
  return { object: 'member_notices', payoutFailed, notices };
}
