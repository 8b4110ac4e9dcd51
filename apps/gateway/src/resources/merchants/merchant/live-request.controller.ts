import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { LiveRequest, LiveRequestView } from '@paygate/contracts';
import { operations, readLiveRequest, requestLive, withdrawLiveRequest } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyRequest } from 'fastify';
import { actingOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';

const reads = new RequestReader(operations.getLiveRequest);
const asks = new RequestReader(operations.requestLive);
const withdrawals = new RequestReader(operations.withdrawLiveRequest);

/** An account's request for live mode over HTTP. */
@Controller()
export class LiveRequestController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.getLiveRequest))
  async read(@Req() request: FastifyRequest): Promise<LiveRequestView> {
    const { merchantId } = actingOf(request);
    reads.read(request);
    return viewOf(accepted(await this.bus.send(readLiveRequest, { merchantId }, { requestId: request.id })).data);
  }

  @Post(routeOf(operations.requestLive))
  @HttpCode(operations.requestLive.success)
  async ask(@Req() request: FastifyRequest): Promise<LiveRequestView> {
    const { merchantId, mode, memberId: actorMemberId } = actingOf(request);
    const command = { merchantId, mode, actorMemberId, business: asks.read(request).fields.business };
    return viewOf(accepted(await this.bus.send(requestLive, command, { requestId: request.id })).data);
  }

  @Delete(routeOf(operations.withdrawLiveRequest))
  async withdraw(@Req() request: FastifyRequest): Promise<LiveRequestView> {
    const { merchantId, mode, memberId: actorMemberId } = actingOf(request);
    withdrawals.read(request);
    const command = { merchantId, mode, actorMemberId };
    return viewOf(accepted(await this.bus.send(withdrawLiveRequest, command, { requestId: request.id })).data);
  }
}

function viewOf(request: LiveRequest): LiveRequestView {
  return Object.assign({ object: 'live_request' } as const, request);
}
