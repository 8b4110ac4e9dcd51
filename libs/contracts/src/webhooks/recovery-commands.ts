import { IsOptional } from 'class-validator';
import { commandOf, infoOf } from '../kernel/derived.js';
import { Idempotency } from '../kernel/idempotency.js';
import { OfWebhookEndpoint } from './endpoint-commands.js';
import { WebhookDeliveryWithAttempts } from './event-commands.js';
import { defineCommand } from '../kernel/message.js';
import { IsActor, IsId, IsNested, IsTimestamp } from '../schema/fields.js';
import { RecoverRequest, RecoveryView } from './recovery-bodies.js';

export class TestWebhookEndpointCommand extends OfWebhookEndpoint {
  /** The id of the event, chosen by the caller. As the Kafka key it keeps a slow endpoint from delaying other commands. */
  @IsId('event') eventId!: string;
  @IsOptional() @IsActor() actor?: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Sends `endpoint.ping` to an endpoint, once, whatever its status, and returns the delivery with its attempt. */
export const testWebhookEndpoint = defineCommand({
  name: 'test-webhook-endpoint',
  owner: 'webhooks',
  request: TestWebhookEndpointCommand,
  answer: WebhookDeliveryWithAttempts,
  key: (request) => request.eventId,
  unordered: true,
  refusals: ['webhook_endpoint_not_found', 'rate_limited', 'idempotency_key_reused', 'idempotency_key_in_use'],
});

/** Events of a range of time that are sent to an endpoint again. */
export class WebhookRecoveryInfo extends infoOf(RecoveryView, 'recoveryId') {}

export class RecoverWebhookEndpointCommand extends commandOf(RecoverRequest, ['from', 'to']) {
  @IsId('webhookEndpoint') endpointId!: string;
  @IsId('webhookRecovery') recoveryId!: string;
  @IsTimestamp() from!: string;
  /** Now when absent. */
  @IsOptional() @IsTimestamp() to?: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/**
 * Begins to send the events of a range of time that match the endpoint's filter and that it has not accepted. The caller chooses
 * the id: a repeated command begins no second recovery.
 */
export const recoverWebhookEndpoint = defineCommand({
  name: 'recover-webhook-endpoint',
  owner: 'webhooks',
  request: RecoverWebhookEndpointCommand,
  answer: WebhookRecoveryInfo,
  refusals: [
    'webhook_endpoint_not_found',
    'parameter_invalid',
    'recovery_in_progress',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

export class OfWebhookRecovery extends OfWebhookEndpoint {
  @IsId('webhookRecovery') recoveryId!: string;
}
export const getWebhookRecovery = defineCommand({
  name: 'get-webhook-recovery',
  owner: 'webhooks',
  request: OfWebhookRecovery,
  answer: WebhookRecoveryInfo,
  unordered: true,
  refusals: ['recovery_not_found'],
});
