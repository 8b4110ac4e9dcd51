import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Till, TillListAnswer, TillView } from '@paygate/contracts';
import { createTill, listTills, operations, revokeTill } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../credentials/account.js';
import { actingOf } from '../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { pathIdOf } from '../../requests/path-id.js';
import { RequestReader } from '../../requests/request-reader.js';

const lists = new RequestReader(operations.listTills);
const creations = new RequestReader(operations.createTill);
const revocations = new RequestReader(operations.revokeTill);
const tillIdOf = pathIdOf('till', 'till_not_found');

/** The named places at which an account takes payments, over HTTP. */
@Controller()
export class TillsController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listTills))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    lists.read(request);
    const { merchantId } = accountOf(request);
    const { data } = accepted(await this.bus.send(listTills, { merchantId }, { requestId: request.id }));
    const answer: TillListAnswer = { data: data.tills.map(viewOf) };
    sendJson(reply, operations.listTills.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.createTill))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode, memberId: actorMemberId } = actingOf(request);
    const { name } = creations.read(request).fields;
    const command = { merchantId, mode, actorMemberId, tillId: newId('till'), name };
    const { data } = accepted(await this.bus.send(createTill, command, { requestId: request.id }));
    sendJson(reply, operations.createTill.success, JSON.stringify(viewOf(data)));
  }

  @Post(routeOf(operations.revokeTill))
  async revoke(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    revocations.read(request);
    const { merchantId, mode, memberId: actorMemberId } = actingOf(request);
    const command = { merchantId, mode, actorMemberId, tillId: tillIdOf(request) };
    const { data } = accepted(await this.bus.send(revokeTill, command, { requestId: request.id }));
    sendJson(reply, operations.revokeTill.success, JSON.stringify(viewOf(data)));
  }
}

function viewOf({ tillId: id, ...till }: Till): TillView {
  return { id, object: 'till', ...till };
}
