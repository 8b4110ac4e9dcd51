import { Controller } from '@nestjs/common';
import type { Reply, WebhookDeliveryInfo } from '@paygate/contracts';
import { OfWebhookDelivery, redeliverWebhook } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { Redeliver } from './redeliver.js';

/** Commands that send events again. */
@Controller()
export class RedeliveryCommands {
  constructor(private readonly redeliver: Redeliver) {}

  @HandleCommand(redeliverWebhook)
  execute(request: OfWebhookDelivery): Promise<Reply<WebhookDeliveryInfo>> {
    return this.redeliver.execute(request);
  }
}
