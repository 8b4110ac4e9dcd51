import { Injectable } from '@nestjs/common';
import type { CreateWebhookEndpoint, Reply, WebhookEndpointCreated } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { endpointUrlFault } from './domain/endpoint-url.js';
import { isEventFilter } from './domain/event-filter.js';
import { EndpointsRepository } from './endpoints.repository.js';

/** Registers an endpoint and returns its signing secret, sealed for the caller. A repeated request gets the same answer. */
@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly sealer: Sealer,
  ) {}

  async execute(
    request: CreateWebhookEndpoint,
    message: Received<CreateWebhookEndpoint>,
  ): Promise<Reply<WebhookEndpointCreated>> {
    const urlFault = endpointUrlFault(request.url, request.mode);
    if (urlFault !== undefined) return refuse('webhook_url_invalid', { param: 'url', detail: urlFault });
    const unknown = request.events.find((event) => !isEventFilter(event));
    if (unknown !== undefined)
      return refuse('parameter_invalid', { param: 'events', detail: 'an event filter is a type, a family or *' });

    const stored = await this.endpoints.register(request, generateWebhookSecret());
    if (stored === undefined) return refuse('webhook_endpoint_limit_reached');
    if (stored.merchantId !== request.merchantId || stored.mode !== request.mode) {
      return refuse('parameter_invalid', { param: 'endpointId', detail: 'the id is taken' });
    }
    return accept({
      endpointId: request.endpointId,
      secret: this.sealer.seal(message.producer, stored.secret, 'create-webhook-endpoint.secret'),
    });
  }
}
