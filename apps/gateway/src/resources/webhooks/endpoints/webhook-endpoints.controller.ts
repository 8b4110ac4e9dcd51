import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type {
  Acceptance,
  EventFamily,
  IssuedWebhookEndpointView,
  WebhookEndpointPageAnswer,
  WebhookSecretIssued,
} from '@paygate/contracts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  operations,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf, unreadableOf } from '../../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { idempotencyOf, idempotencyOrOwn } from '../../../requests/idempotency.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import type { OneEndpoint } from './webhook-endpoint.view.js';
import { endpointIdOf, endpointViewOf } from './webhook-endpoint.view.js';

const OVERLAP_SECONDS = 86_400;
const lists = new RequestReader(operations.listWebhookEndpoints);
const creations = new RequestReader(operations.createWebhookEndpoint);
const reads = new RequestReader(operations.getWebhookEndpoint);
const updates = new RequestReader(operations.updateWebhookEndpoint);
const deletions = new RequestReader(operations.deleteWebhookEndpoint);
const rotations = new RequestReader(operations.rotateWebhookSecret);

/** Webhook endpoints over HTTP: those of the merchant and mode of the caller, which is a key or a dashboard session. */
@Controller()
export class WebhookEndpointsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  @Get(routeOf(operations.listWebhookEndpoints))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    lists.read(request);
    const { data } = accepted(await this.bus.send(listWebhookEndpoints, accountOf(request), { requestId: request.id }));
    const answer: WebhookEndpointPageAnswer = {
      data: data.endpoints.map(endpointViewOf),
      hasMore: false,
      nextCursor: null,
    };
    sendJson(reply, operations.listWebhookEndpoints.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.createWebhookEndpoint))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { fields } = creations.read(request);
    const idempotency = idempotencyOf(request.headers, request.body);
    const command = {
      ...{ ...actingAccountOf(request), endpointId: newId('webhookEndpoint') },
      ...given(fields),
      ...given({ idempotency, unreadable: someOf(request) }),
    };
    const issued = accepted(await this.bus.send(createWebhookEndpoint, command, { requestId: request.id }));
    this.sendIssued(reply, operations.createWebhookEndpoint.success, issued);
  }

  @Get(routeOf(operations.getWebhookEndpoint))
  async read(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const command = { ...accountOf(request), endpointId: endpointIdOf(request) };
    const { data } = accepted(await this.bus.send(getWebhookEndpoint, command, { requestId: request.id }));
    sendJson(reply, operations.getWebhookEndpoint.success, JSON.stringify(endpointViewOf(data)));
  }

  @Patch(routeOf(operations.updateWebhookEndpoint))
  async update(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    const { fields } = updates.read(request);
    const command = {
      ...{ ...actingAccountOf(request), endpointId: endpointIdOf(request), ...given(fields) },
      ...given({ unreadable: someOf(request) }),
    };
    const { data } = accepted(await this.bus.send(updateWebhookEndpoint, command, { requestId: request.id }));
    sendJson(reply, operations.updateWebhookEndpoint.success, JSON.stringify(endpointViewOf(data)));
  }

  @Delete(routeOf(operations.deleteWebhookEndpoint))
  async delete(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    deletions.read(request);
    const command = { ...actingAccountOf(request), endpointId: endpointIdOf(request) };
    accepted(await this.bus.send(deleteWebhookEndpoint, command, { requestId: request.id }));
    void reply.code(operations.deleteWebhookEndpoint.success).send();
  }

  @Post(routeOf(operations.rotateWebhookSecret))
  async rotate(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    const { overlapSeconds } = rotations.read(request).fields;
    const endpointId = endpointIdOf(request);
    const idempotency = idempotencyOrOwn(request.headers, endpointId, request.body);
    const command = {
      ...{ ...actingAccountOf(request), endpointId },
      ...{ overlapSeconds: overlapSeconds ?? OVERLAP_SECONDS, idempotency },
    };
    const issued = accepted(await this.bus.send(rotateWebhookSecret, command, { requestId: request.id }));
    this.sendIssued(reply, operations.rotateWebhookSecret.success, issued);
  }

  private sendIssued(reply: FastifyReply, status: number, issued: Acceptance<WebhookSecretIssued>): void {
    const { endpoint, secret } = issued.data;
    const shown = secret === undefined ? {} : { secret: this.sealer.open(secret, 'webhook-endpoint.secret') };
    const answer: IssuedWebhookEndpointView = Object.assign(endpointViewOf(endpoint), shown);
    markReplay(reply, issued);
    sendJson(reply, status, JSON.stringify(answer));
  }
}

/** The families that the caller may not have sent, if there are any. */
function someOf(request: FastifyRequest): readonly EventFamily[] | undefined {
  const unreadable = unreadableOf(request);
  return unreadable.length === 0 ? undefined : unreadable;
}
