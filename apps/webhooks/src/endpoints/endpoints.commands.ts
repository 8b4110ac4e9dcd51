import { Controller } from '@nestjs/common';
import type {
  Reply,
  WebhookEndpointDeleted,
  WebhookEndpointInfo,
  WebhookEndpointsListed,
  WebhookSecretIssued,
} from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ChangeEndpoint } from './change-endpoint.js';
import { CreateEndpoint } from './create-endpoint.js';
import { endpointInfo } from './endpoint.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { RotateSecret } from './rotate-secret.js';

/** Commands that create, read and change webhook endpoints. */
@Controller()
export class EndpointsCommands {
  constructor(
    private readonly creation: CreateEndpoint,
    private readonly changes: ChangeEndpoint,
    private readonly rotation: RotateSecret,
    private readonly endpoints: EndpointsRepository,
  ) {}

  @HandleCommand(contract.createWebhookEndpoint)
  create(
    _: contract.CreateWebhookEndpointCommand,
    message: Received<contract.CreateWebhookEndpointCommand>,
  ): Promise<Reply<WebhookSecretIssued>> {
    return this.creation.create(message);
  }

  @HandleCommand(contract.listWebhookEndpoints)
  async list({ merchantId, mode }: contract.OfMerchant): Promise<Reply<WebhookEndpointsListed>> {
    const endpoints = await this.endpoints.list(merchantId, mode);
    return accept({ endpoints: endpoints.map(endpointInfo) });
  }

  @HandleCommand(contract.getWebhookEndpoint)
  async read(request: contract.OfWebhookEndpoint): Promise<Reply<WebhookEndpointInfo>> {
    const found = await this.endpoints.find(request);
    return found === undefined ? refuse('webhook_endpoint_not_found') : accept(endpointInfo(found));
  }

  @HandleCommand(contract.updateWebhookEndpoint)
  update(
    _: contract.UpdateWebhookEndpointCommand,
    message: Received<contract.UpdateWebhookEndpointCommand>,
  ): Promise<Reply<WebhookEndpointInfo>> {
    return this.changes.update(message);
  }

  @HandleCommand(contract.deleteWebhookEndpoint)
  delete(
    _: contract.DeleteWebhookEndpointCommand,
    message: Received<contract.DeleteWebhookEndpointCommand>,
  ): Promise<Reply<WebhookEndpointDeleted>> {
    return this.changes.delete(message);
  }

  @HandleCommand(contract.rotateWebhookSecret)
  rotate(
    _: contract.RotateWebhookSecretCommand,
    message: Received<contract.RotateWebhookSecretCommand>,
  ): Promise<Reply<WebhookSecretIssued>> {
    return this.rotation.rotate(message);
  }
}
