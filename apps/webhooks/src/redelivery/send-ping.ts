import { Injectable } from '@nestjs/common';
import type { EndpointEventView, Reply, TestWebhookEndpoint, WebhookDeliveryWithAttempts } from '@paygate/contracts';
import { accept, API_VERSION, refuse } from '@paygate/contracts';
import { Clock } from '@paygate/platform';
import { Attempter } from '../delivery/attempter.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';
import { DeliveryListsRepository } from '../reading/delivery-lists.repository.js';
import { PingsRepository } from './pings.repository.js';

/** Pings at a time in this process: a slow endpoint holds one for as long as an attempt may take. */
const PINGS_MAX = 16;

/** What pings read and write. */
@Injectable()
export class PingParts {
  constructor(
    readonly endpoints: EndpointsRepository,
    readonly versions: MerchantVersionsRepository,
    readonly pings: PingsRepository,
    readonly deliveries: DeliveryListsRepository,
  ) {}
}

/** Sends a test event. It is attempted once, outside the endpoint's queue, so that a paused endpoint can be tried out, too. */
@Injectable()
export class SendPing {
  #underWay = 0;

  constructor(
    private readonly parts: PingParts,
    private readonly attempter: Attempter,
    private readonly clock: Clock,
  ) {}

  async execute(request: TestWebhookEndpoint): Promise<Reply<WebhookDeliveryWithAttempts>> {
    if (this.#underWay >= PINGS_MAX) return refuse('rate_limited', { fields: { retryAfter: 1 } });
    this.#underWay += 1;
    try {
      return await this.#send(request);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #send(request: TestWebhookEndpoint): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const { endpoints, versions, pings, deliveries } = this.parts;
    const { eventId, merchantId, mode, endpointId } = request;
    const found = await endpoints.withSecrets(endpointId);
    if ((await endpoints.find(request)) === undefined || found === undefined)
      return refuse('webhook_endpoint_not_found');
    const { url } = found.endpoint;
    const apiVersion = (await versions.ofMerchants([merchantId])).get(merchantId) ?? API_VERSION;
    const created = this.clock.now().toISOString();
    const event: EndpointEventView = {
      ...{ id: eventId, type: 'endpoint.ping', created, apiVersion, mode, sequence: null },
      data: { webhookEndpoint: { id: endpointId, url, reason: null } },
    };
    const body = JSON.stringify(event);
    const attempted = await this.attempter.attempt({ url, secrets: found.secrets }, { eventId, body });
    await pings.store({ eventId, merchantId, mode, endpointId, body }, attempted);
    const [delivery] = await deliveries.ofEvent(request, eventId);
    if (delivery === undefined) return refuse('webhook_endpoint_not_found');
    return accept(Object.assign(delivery, { attempts: await deliveries.attempts(delivery) }));
  }
}
