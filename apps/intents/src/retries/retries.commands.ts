import { Controller } from '@nestjs/common';
import type { IntentOfMerchant, PaymentIntent, Reply, RetryIntentCommand, RetryOptions } from '@paygate/contracts';
import { getRetryOptions, retryIntent } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ReadRetryOptions } from './read-retry-options.js';
import { RetryIntent } from './retry-intent.js';

/** Commands about further tries of declined payments. */
@Controller()
export class RetriesCommands {
  constructor(
    private readonly retryIntent: RetryIntent,
    private readonly readRetryOptions: ReadRetryOptions,
  ) {}

  @HandleCommand(retryIntent)
  retry(_: RetryIntentCommand, message: Received<RetryIntentCommand>): Promise<Reply<PaymentIntent>> {
    return this.retryIntent.retry(message);
  }

  @HandleCommand(getRetryOptions)
  options(owned: IntentOfMerchant): Promise<Reply<RetryOptions>> {
    return this.readRetryOptions.read(owned);
  }
}
