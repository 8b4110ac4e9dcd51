import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Reply, WebhookEndpointCreated } from '@paygate/contracts';
import { CreateWebhookEndpoint, createWebhookEndpoint } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateEndpoint } from './usecases/create-endpoint.js';

@Controller()
export class WebhooksCommands {
  constructor(private readonly createEndpoint: CreateEndpoint) {}

  @HandleCommand(createWebhookEndpoint)
  create(
    @Payload() request: CreateWebhookEndpoint,
    @Ctx() message: Received<CreateWebhookEndpoint>,
  ): Promise<Reply<WebhookEndpointCreated>> {
    return this.createEndpoint.execute(request, message);
  }
}
