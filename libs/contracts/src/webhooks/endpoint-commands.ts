import { IsOptional } from 'class-validator';
import { commandOf, infoOf } from '../kernel/derived.js';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import type { EventFamily } from '../vocabulary/merchant-events.js';
import { eventFamilies } from '../vocabulary/merchant-events.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsActor, IsId, IsIntBetween, IsListOf, IsNested, IsSealed, IsSubsetOf } from '../schema/fields.js';
import { SECRET_OVERLAP_MAX_SECONDS, WEBHOOK_ENDPOINTS_MAX } from '../vocabulary/webhooks.js';
import { CreateWebhookEndpointRequest, UpdateWebhookEndpointRequest, WebhookEndpointView } from './endpoint-bodies.js';

/** A webhook endpoint without its secrets. */
export class WebhookEndpointInfo extends infoOf(WebhookEndpointView, 'endpointId') {}

/** An endpoint with the secret that was just made for it. */
export class WebhookSecretIssued {
  @IsNested(() => WebhookEndpointInfo) endpoint!: WebhookEndpointInfo;
  /** `whsec_…`, sealed for the caller. It is shown once, so the answer to a repeated command lacks it. */
  @IsOptional() @IsSealed() secret?: Sealed;
}

/** A command about one endpoint. */
export class OfWebhookEndpoint extends OfMerchant {
  @IsId('webhookEndpoint') endpointId!: string;
}

export class CreateWebhookEndpointCommand extends commandOf(CreateWebhookEndpointRequest) {
  @IsId('webhookEndpoint') endpointId!: string;
  /** Families of events that the caller may not read, and so may not have sent. */
  @IsOptional() @IsSubsetOf(eventFamilies) unreadable?: readonly EventFamily[];
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/**
 * Registers a webhook endpoint. A merchant may have {@link WEBHOOK_ENDPOINTS_MAX} of them in each mode, and register
 * {@link WEBHOOK_ENDPOINTS_PER_DAY} within 24 hours. The caller chooses the id, by its time: a repeated command registers no second endpoint and is answered as `replayed`.
 */
export const createWebhookEndpoint = defineCommand({
  name: 'create-webhook-endpoint',
  owner: 'webhooks',
  request: CreateWebhookEndpointCommand,
  answer: WebhookSecretIssued,
  refusals: [
    'webhook_url_invalid',
    'parameter_invalid',
    'scope_missing',
    'endpoint_limit_reached',
    'rate_limited',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

export class WebhookEndpointsListed {
  @IsListOf(() => WebhookEndpointInfo, WEBHOOK_ENDPOINTS_MAX)
  endpoints!: WebhookEndpointInfo[];
}
/** The endpoints of a merchant in one mode, newest first. There are few, so they make one page. */
export const listWebhookEndpoints = defineCommand({
  name: 'list-webhook-endpoints',
  owner: 'webhooks',
  request: OfMerchant,
  answer: WebhookEndpointsListed,
  unordered: true,
});

export const getWebhookEndpoint = defineCommand({
  name: 'get-webhook-endpoint',
  owner: 'webhooks',
  request: OfWebhookEndpoint,
  answer: WebhookEndpointInfo,
  unordered: true,
  refusals: ['webhook_endpoint_not_found'],
});

export class UpdateWebhookEndpointCommand extends commandOf(UpdateWebhookEndpointRequest) {
  @IsId('webhookEndpoint') endpointId!: string;
  /** Families of events that the caller may not read, and so may not have sent. */
  @IsOptional() @IsSubsetOf(eventFamilies) unreadable?: readonly EventFamily[];
}
/** Changes an endpoint, pauses it, or enables it again, which sends what was parked meanwhile. Repeated, it changes nothing more. */
export const updateWebhookEndpoint = defineCommand({
  name: 'update-webhook-endpoint',
  owner: 'webhooks',
  request: UpdateWebhookEndpointCommand,
  answer: WebhookEndpointInfo,
  refusals: ['webhook_endpoint_not_found', 'webhook_url_invalid', 'parameter_invalid', 'scope_missing'],
});

export class DeleteWebhookEndpointCommand extends OfWebhookEndpoint {
  @IsOptional() @IsActor() actor?: string;
}
export class WebhookEndpointDeleted {
  @IsId('webhookEndpoint') endpointId!: string;
}
/** Deletes an endpoint: nothing more is sent to it. Its deliveries stay readable. */
export const deleteWebhookEndpoint = defineCommand({
  name: 'delete-webhook-endpoint',
  owner: 'webhooks',
  request: DeleteWebhookEndpointCommand,
  answer: WebhookEndpointDeleted,
  refusals: ['webhook_endpoint_not_found'],
});

export class RotateWebhookSecretCommand extends OfWebhookEndpoint {
  /** The time for which the newest secret so far continues to sign; 0 ends all of them. */
  @IsIntBetween(0, SECRET_OVERLAP_MAX_SECONDS) overlapSeconds!: number;
  @IsOptional() @IsActor() actor?: string;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/** Makes a new secret for an endpoint. Earlier ones sign beside it until the overlap ends. */
export const rotateWebhookSecret = defineCommand({
  name: 'rotate-webhook-secret',
  owner: 'webhooks',
  request: RotateWebhookSecretCommand,
  answer: WebhookSecretIssued,
  refusals: [
    'webhook_endpoint_not_found',
    'webhook_secret_limit_reached',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});
