import { Controller } from '@nestjs/common';
import type { Reply, WebhookDeliveryInfo, WebhookDeliveryWithAttempts, WebhookRecoveryInfo } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { RecoveriesRepository } from './recoveries.repository.js';
import { Recover } from './recover.js';
import { Redeliver } from './redeliver.js';
import { SendPing } from './send-ping.js';

/** Commands that send events again, and test events. */
@Controller()
export class RedeliveryCommands {
  constructor(
    private readonly redelivery: Redeliver,
    private readonly recovery: Recover,
    private readonly recoveries: RecoveriesRepository,
    private readonly pings: SendPing,
  ) {}

  @HandleCommand(contract.redeliverWebhook)
  redeliver(
    _: contract.RedeliverWebhookCommand,
    message: Received<contract.RedeliverWebhookCommand>,
  ): Promise<Reply<WebhookDeliveryInfo>> {
    return this.redelivery.redeliver(message);
  }

  @HandleCommand(contract.recoverWebhookEndpoint)
  recover(
    _: contract.RecoverWebhookEndpointCommand,
    message: Received<contract.RecoverWebhookEndpointCommand>,
  ): Promise<Reply<WebhookRecoveryInfo>> {
    return this.recovery.begin(message);
  }

  @HandleCommand(contract.getWebhookRecovery)
  async readRecovery(request: contract.OfWebhookRecovery): Promise<Reply<WebhookRecoveryInfo>> {
    const found = await this.recoveries.find(request);
    return found === undefined ? refuse('recovery_not_found') : accept(found);
  }

  @HandleCommand(contract.testWebhookEndpoint)
  test(
    _request: contract.TestWebhookEndpointCommand,
    message: Received<contract.TestWebhookEndpointCommand>,
  ): Promise<Reply<WebhookDeliveryWithAttempts>> {
    return this.pings.send(message);
  }
}
