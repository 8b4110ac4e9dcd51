import { Controller } from '@nestjs/common';
import type { Reply, WebhookEndpointCreated } from '@paygate/contracts';
import { CreateWebhookEndpoint, createWebhookEndpoint } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateEndpoint } from './create-endpoint.js';

@Controller()
export class EndpointsCommands {
  constructor(private readonly createEndpoint: CreateEndpoint) {}

  @HandleCommand(createWebhookEndpoint)
  create(
    request: CreateWebhookEndpoint,
    message: Received<CreateWebhookEndpoint>,
  ): Promise<Reply<WebhookEndpointCreated>> {
    return this.createEndpoint.execute(request, message);
  }
}
