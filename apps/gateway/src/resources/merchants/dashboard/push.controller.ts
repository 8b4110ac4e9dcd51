import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { PushState, PushNoticesView, Reply } from '@paygate/contracts';
import { operations, readPush, startPush, stopPush } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { sha256Base64url } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dashboardOf } from '../../../credentials/dashboard/dashboard-caller.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { DashboardRequests } from './dashboard-requests.js';

const reads = new RequestReader(operations.readPush);
const starts = new RequestReader(operations.startPush);
const stops = new RequestReader(operations.stopPush);

/** The browsers in which a signed-in person gets notices, over HTTP. */
@Controller()
export class PushController {
  constructor(
    private readonly bus: CommandBus,
    private readonly requests: DashboardRequests,
  ) {}

  @Get(routeOf(operations.readPush))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    reads.read(request);
    answer(reply, await this.bus.send(readPush, { sessionId }, { requestId: request.id }));
  }

  @Post(routeOf(operations.startPush))
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    const { endpoint, p256dh, auth, language } = starts.read(request).fields;
    const command = {
      ...{ sessionId, p256dh, language },
      endpoint: this.requests.seal(endpoint, 'push.endpoint'),
      auth: this.requests.seal(auth, 'push.auth'),
    };
    answer(reply, await this.bus.send(startPush, command, { requestId: request.id }));
  }

  @Post(routeOf(operations.stopPush))
  async stop(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { sessionId } = dashboardOf(request).session;
    const endpointSha256 = sha256Base64url(stops.read(request).fields.endpoint);
    answer(reply, await this.bus.send(stopPush, { sessionId, endpointSha256 }, { requestId: request.id }));
  }
}

/** Each answer is what then is. */
function answer(reply: FastifyReply, state: Reply<PushState>): void {
  const { publicKey, subscriptions } = accepted(state).data;
  const view: PushNoticesView = {
    ...{ object: 'push_notices', publicKey },
    subscriptions: subscriptions.map(({ endpointSha256, createdAt, current }) => ({
      ...{ endpointSha256, createdAt, current },
    })),
  };
  sendJson(reply, operations.readPush.success, JSON.stringify(view));
}
