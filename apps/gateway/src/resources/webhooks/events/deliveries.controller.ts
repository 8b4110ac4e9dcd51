import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { getWebhookDelivery, listEndpointDeliveries, operations, redeliverWebhook } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { idempotencyOf } from '../../../requests/idempotency.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';
import type { OneEndpoint } from '../endpoints/webhook-endpoint.view.js';
import { endpointIdOf } from '../endpoints/webhook-endpoint.view.js';
import { deliveryPageOf, deliveryViewOf, deliveryWithAttemptsOf } from './event.view.js';
import { pathIdOf } from '../../../requests/path-id.js';

const deliveryIdOf = pathIdOf('delivery', 'delivery_not_found');
const PAGE_DELIVERIES = 20;
const lists = new RequestReader(operations.listWebhookEndpointDeliveries);
const reads = new RequestReader(operations.getDelivery);
const redeliveries = new RequestReader(operations.redeliver);

type OneDelivery = FastifyRequest<{ Params: { id: string } }>;

/** Deliveries over HTTP. */
@Controller()
export class DeliveriesController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listWebhookEndpointDeliveries))
  async list(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    const { limit = PAGE_DELIVERIES, startingAfter, status } = lists.read(request).query;
    const command = {
      ...{ ...accountOf(request), endpointId: endpointIdOf(request), limit },
      ...given({ startingAfter, status }),
    };
    const { data } = accepted(await this.bus.send(listEndpointDeliveries, command, { requestId: request.id }));
    sendJson(reply, operations.listWebhookEndpointDeliveries.success, JSON.stringify(deliveryPageOf(data)));
  }

  @Get(routeOf(operations.getDelivery))
  async read(@Req() request: OneDelivery, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const command = { ...accountOf(request), deliveryId: deliveryIdOf(request) };
    const { data } = accepted(await this.bus.send(getWebhookDelivery, command, { requestId: request.id }));
    sendJson(reply, operations.getDelivery.success, JSON.stringify(deliveryWithAttemptsOf(data)));
  }

  @Post(routeOf(operations.redeliver))
  async redeliver(@Req() request: OneDelivery, @Res() reply: FastifyReply): Promise<void> {
    redeliveries.read(request);
    const deliveryId = deliveryIdOf(request);
    const idempotency = idempotencyOf(request.headers, deliveryId);
    const command = { ...actingAccountOf(request), deliveryId, ...given({ idempotency }) };
    const made = accepted(await this.bus.send(redeliverWebhook, command, { requestId: request.id }));
    markReplay(reply, made);
    sendJson(reply, operations.redeliver.success, JSON.stringify(deliveryViewOf(made.data)));
  }
}
