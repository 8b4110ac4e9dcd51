import { IsBoolean } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { IsId } from '../schema/fields.js';
import { getIntent, IntentOfMerchant } from './intent-commands.js';
import { PaymentIntent } from './payment-intent.js';

export class RetryIntentCommand extends IntentOfMerchant {
  /** The id of the new intent, minted by the caller. */
  @IsId('intent') newIntentId!: string;
}
/**
 * Begins another try of a declined payment: an intent with the same order. The one place that decides whether it may begin. Idempotent by
 * state: a try that is no longer the last of its order gets the last one (`replayed`).
 */
export const retryIntent = defineCommand({
  name: 'retry-intent',
  owner: 'intents',
  request: RetryIntentCommand,
  answer: PaymentIntent,
  key: (request) => request.intentId,
  refusals: [
    'intent_not_found',
    'intent_unexpected_state',
    'retry_unavailable',
    'reference_exists',
    'payment_link_inactive',
    'payment_link_expired',
    'payment_link_used_up',
  ],
});

/** The ways in which a payment may continue. */
export class RetryOptions {
  /** The last try of the order: often the intent itself. */
  @IsId('intent') latestId!: string;
  /** True while another try may begin. */
  @IsBoolean() mayRetry!: boolean;
}
/** Returns how a payment may go on after a decline. */
export const getRetryOptions = defineCommand({
  name: 'get-retry-options',
  owner: 'intents',
  request: IntentOfMerchant,
  answer: RetryOptions,
  key: (request) => request.intentId,
  unordered: true,
  refusals: getIntent.refusals,
});
