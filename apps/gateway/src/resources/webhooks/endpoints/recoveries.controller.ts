import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { WebhookRecoveryInfo } from '@paygate/contracts';
import {
  getWebhookRecovery,
  idPattern,
  operations,
  recoverWebhookEndpoint,
  RecoveryView,
  testWebhookEndpoint,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../../edge/answers.js';
import { viewsOf } from '../../views.js';
import { idempotencyOf } from '../../../requests/idempotency.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { momentOf } from '../../../requests/moment.js';
import { RequestReader } from '../../../requests/request-reader.js';
import { deliveryWithAttemptsOf } from '../events/event.view.js';
import type { OneEndpoint } from './webhook-endpoint.view.js';
import { endpointIdOf } from './webhook-endpoint.view.js';

const RECOVERY_ID = idPattern('webhookRecovery');
/** Longer than an attempt may take. */
const TEST_TIMEOUT_MS = 20_000;
const tests = new RequestReader(operations.testWebhookEndpoint);
const recoveries = new RequestReader(operations.recoverWebhookEndpoint);
const reads = new RequestReader(operations.getRecovery);
const views = viewsOf(RecoveryView);

/** Test events and recoveries of endpoints over HTTP. */
@Controller()
export class RecoveriesController {
  constructor(private readonly bus: CommandBus) {}

  @Post(routeOf(operations.testWebhookEndpoint))
  async test(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    tests.read(request);
    const endpointId = endpointIdOf(request);
    const idempotency = idempotencyOf(request.headers, endpointId);
    const command = { ...actingAccountOf(request), endpointId, eventId: newId('event'), ...given({ idempotency }) };
    const options = { requestId: request.id, timeoutMs: TEST_TIMEOUT_MS };
    const sent = accepted(await this.bus.send(testWebhookEndpoint, command, options));
    markReplay(reply, sent);
    sendJson(reply, operations.testWebhookEndpoint.success, JSON.stringify(deliveryWithAttemptsOf(sent.data)));
  }

  @Post(routeOf(operations.recoverWebhookEndpoint))
  async recover(@Req() request: OneEndpoint, @Res() reply: FastifyReply): Promise<void> {
    const { from, to, dryRun, includeDelivered } = recoveries.read(request).fields;
    const endpointId = endpointIdOf(request);
    const command = {
      ...{
        ...actingAccountOf(request),
        endpointId,
        recoveryId: newId('webhookRecovery'),
        from: momentOf(from),
      },
      // the version before of webhooks requires both
      ...{ dryRun: dryRun ?? false, includeDelivered: includeDelivered ?? false },
      ...given({
        to: momentOf(to),
        idempotency: idempotencyOf(request.headers, endpointId, request.body),
      }),
    };
    const begun = accepted(await this.bus.send(recoverWebhookEndpoint, command, { requestId: request.id }));
    markReplay(reply, begun);
    sendJson(reply, operations.recoverWebhookEndpoint.success, JSON.stringify(viewOf(begun.data)));
  }

  @Get(routeOf(operations.getRecovery))
  async read(
    @Req() request: FastifyRequest<{ Params: { id: string; recoveryId: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reads.read(request);
    const { id: endpointId, recoveryId } = request.params;
    if (!idPattern('webhookEndpoint').test(endpointId) || !RECOVERY_ID.test(recoveryId))
      throw new PaygateError('recovery_not_found');
    const command = { ...accountOf(request), endpointId, recoveryId };
    const { data } = accepted(await this.bus.send(getWebhookRecovery, command, { requestId: request.id }));
    sendJson(reply, operations.getRecovery.success, JSON.stringify(viewOf(data)));
  }
}

function viewOf({ recoveryId: id, ...info }: WebhookRecoveryInfo): RecoveryView {
  return views({ id, object: 'recovery', ...info });
}
