import { Injectable } from '@nestjs/common';
import type {
  EndpointEventView,
  Reply,
  TestWebhookEndpointCommand,
  WebhookDeliveryWithAttempts,
} from '@paygate/contracts';
import { accept, API_VERSION, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Clock } from '@paygate/platform';
import { Attempter } from '../delivery/attempter.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';
import { DeliveryListsRepository } from '../reading/delivery-lists.repository.js';
import { Places } from '../places.js';
import { PingsRepository } from './pings.repository.js';

/** Pings at a time in this process, in all and of one merchant: a slow endpoint holds one for as long as an attempt may take. */
const PINGS_MAX = 16;
const ACCOUNT_PINGS_MAX = 4;

/** The statements of pings. */
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
  readonly #places = new Places(PINGS_MAX, ACCOUNT_PINGS_MAX);

  constructor(
    private readonly parts: PingParts,
    private readonly attempter: Attempter,
    private readonly clock: Clock,
  ) {}

  async send(message: Received<TestWebhookEndpointCommand>): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const sent = await this.#places.within(message.payload, () => this.#send(message));
    return sent ?? refuse('rate_limited', { fields: { retryAfter: 1 } });
  }

  async #send(message: Received<TestWebhookEndpointCommand>): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const { payload: request, traceparent = null } = message;
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
    const ping = { eventId, merchantId, mode, endpointId, body: JSON.stringify(event) };
    const body = await pings.begin(ping);
    // a repeated command finds the attempt of the first
    let [delivery] = await deliveries.ofEvent(request, eventId);
    if (delivery?.attemptCount === 0) {
      const target = { endpointId, url, secrets: found.secrets };
      await pings.store(ping, await this.attempter.attempt(target, { eventId, body, traceparent }));
      [delivery] = await deliveries.ofEvent(request, eventId);
    }
    if (delivery === undefined) return refuse('webhook_endpoint_not_found');
    return accept(Object.assign(delivery, { attempts: await deliveries.attempts(delivery) }));
  }
}
