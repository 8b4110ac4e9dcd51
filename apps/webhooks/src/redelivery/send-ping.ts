import { Injectable } from '@nestjs/common';
import type {
  EndpointEventView,
  Reply,
  TestWebhookEndpointCommand,
  WebhookDeliveryWithAttempts,
} from '@paygate/contracts';
import { accept, API_VERSION, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Clock, idMadeAtMs, Places } from '@paygate/platform';
import { Attempter } from '../delivery/attempter.js';
import { emitAct } from '../endpoints/emit-act.js';
import { EndpointsRepository } from '../endpoints/endpoints.repository.js';
import { IdempotentRequests } from '../endpoints/idempotent-requests.js';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';
import { DeliveryListsRepository } from '../reading/delivery-lists.repository.js';
import { PingsRepository } from './pings.repository.js';

/** Pings at a time in this process, in all and of one merchant: a slow endpoint holds one for as long as an attempt may take. */
const PINGS_MAX = 16;
const ACCOUNT_PINGS_MAX = 4;
/** The time for which an attempt without a result may still be under way. */
const UNDER_WAY_MS = 20_000;

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
    private readonly requests: IdempotentRequests,
  ) {}

  async send(message: Received<TestWebhookEndpointCommand>): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const sent = await this.#places.within(message.payload, () => this.#sendOnce(message));
    return sent ?? refuse('rate_limited', { fields: { retryAfter: 1 } });
  }

  /** A key has one test event, whose id is recorded before it is sent: no transaction waits for an endpoint. */
  async #sendOnce(message: Received<TestWebhookEndpointCommand>): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const { payload: request, traceparent = null } = message;
    const { endpoints, deliveries } = this.parts;
    const event = await this.requests.once<{ readonly eventId: string }>(
      'test-webhook-endpoint',
      request,
      async (tx) => {
        if ((await endpoints.find(request, tx)) === undefined) return refuse('webhook_endpoint_not_found');
        emitAct(tx, message, 'webhook_endpoint.tested', request.endpointId);
        return accept({ eventId: request.eventId });
      },
    );
    if (!event.ok) return event;
    const { eventId } = event.data;
    if (event.replayed !== true) return this.#send(request, traceparent);
    const [first] = await deliveries.ofEvent(request, eventId);
    const isYoung = this.clock.epochMs() - idMadeAtMs('event', eventId) < UNDER_WAY_MS;
    if ((first?.attemptCount ?? 0) === 0 && isYoung) return refuse('idempotency_key_in_use');
    const sent = await this.#send(Object.assign({}, request, { eventId }), traceparent);
    return sent.ok ? { ...sent, replayed: true } : sent;
  }

  async #send(
    request: TestWebhookEndpointCommand,
    traceparent: string | null,
  ): Promise<Reply<WebhookDeliveryWithAttempts>> {
    const { endpoints, versions, pings, deliveries } = this.parts;
    const { eventId, merchantId, mode, endpointId } = request;
    const found = await endpoints.withSecrets(endpointId);
    if (found === undefined) return refuse('webhook_endpoint_not_found');
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
