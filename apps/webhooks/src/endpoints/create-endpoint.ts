import { Injectable } from '@nestjs/common';
import type { CreateWebhookEndpointCommand, Reply, WebhookSecretIssued } from '@paygate/contracts';
import { accept, refuse, WEBHOOK_ENDPOINTS_MAX, WEBHOOK_ENDPOINTS_PER_DAY } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { emitAct } from './emit-act.js';
import { endpointInfo } from './endpoint.js';
import { EndpointUrlCheck } from './endpoint-url-check.js';
import { eventFilterRefusal, unreadableRefusal } from './event-filter-check.js';
import type { NewEndpoint } from './endpoints.repository.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { IdempotentRequests } from './idempotent-requests.js';

const LIMIT = { detail: `An account has at most ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints.` };
const DAY = `At most ${WEBHOOK_ENDPOINTS_PER_DAY} webhook endpoints can be created within 24 hours.`;

/** Registers an endpoint and returns its signing secret, sealed for the caller. A repeated request gets the endpoint without it. */
@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly urls: EndpointUrlCheck,
    private readonly requests: IdempotentRequests,
    private readonly sealer: Sealer,
  ) {}

  async create(message: Received<CreateWebhookEndpointCommand>): Promise<Reply<WebhookSecretIssued>> {
    const { payload: request, producer } = message;
    const refusal =
      eventFilterRefusal(request.events) ??
      unreadableRefusal(request.events, request.unreadable) ??
      (await this.urls.refusalOf(request.url, request.mode));
    return this.requests.once<WebhookSecretIssued>(
      'create-webhook-endpoint',
      request,
      async (tx) => {
        const repeated = await this.endpoints.find(request, tx);
        if (repeated !== undefined) return { ...accept({ endpoint: endpointInfo(repeated) }), replayed: true };
        if (refusal !== undefined) return refusal;

        const secret = generateWebhookSecret();
        await this.endpoints.lockAccount(tx, request);
        const retryAfter = await this.endpoints.secondsToNext(tx, request);
        if (retryAfter > 0) return refuse('rate_limited', { detail: DAY, fields: { retryAfter } });
        if (!(await this.endpoints.insert(tx, newEndpoint(request), secret)))
          return refuse('endpoint_limit_reached', LIMIT);
        emitAct(tx, message, 'webhook_endpoint.created', request.endpointId);
        return accept({
          endpoint: await this.#stored(tx, request),
          secret: this.sealer.seal(producer, secret, 'webhook-endpoint.secret'),
        });
      },
      ({ endpoint }) => ({ endpoint }),
    );
  }

  async #stored(tx: Transaction, request: CreateWebhookEndpointCommand) {
    const stored = await this.endpoints.find(request, tx);
    if (stored === undefined) throw new TypeError('an endpoint was inserted and is not there');
    return endpointInfo(stored);
  }
}

function newEndpoint(request: CreateWebhookEndpointCommand): NewEndpoint {
  const { endpointId, merchantId, mode, url, events, description = '', ordered = false, retrySchedule = [] } = request;
  return {
    ...{ endpointId, merchantId, mode, url, events: [...new Set(events)], ordered },
    description: description === '' ? null : description,
    retrySchedule: retrySchedule.length === 0 ? null : retrySchedule,
  };
}
