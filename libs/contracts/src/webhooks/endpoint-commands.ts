import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsNullable } from '../schema/declarations.js';
import {
  IsActor,
  IsEventFilterList,
  IsId,
  IsListOf,
  IsMode,
  IsNested,
  IsRetrySchedule,
  IsSealed,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { EndpointDisabledReason, WebhookCircuitState, WebhookEndpointStatus } from '../vocabulary/webhooks.js';
import {
  endpointDisabledReasons,
  SECRET_OVERLAP_MAX_SECONDS,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_SECRETS_MAX,
  WEBHOOK_URL_MAX_LENGTH,
  webhookCircuitStates,
  webhookEndpointStatuses,
} from '../vocabulary/webhooks.js';

/** A live secret of an endpoint without its text. */
export class WebhookSecretInfo {
  @IsTimestamp() createdAt!: string;
  /** Null for the newest secret. */
  @IsNullable() @IsTimestamp() expiresAt!: string | null;
}

/** The reason that holds the deliveries of an endpoint back. */
export class WebhookCircuitInfo {
  @IsIn(webhookCircuitStates) state!: WebhookCircuitState;
  /** Null while it is closed. */
  @IsNullable() @IsTimestamp() until!: string | null;
}

/** A webhook endpoint without its secrets. */
export class WebhookEndpointInfo {
  @IsId('webhookEndpoint') endpointId!: string;
  @IsMode() mode!: Mode;
  @IsText(WEBHOOK_URL_MAX_LENGTH, 1) url!: string;
  @IsNullable() @IsText(500, 1) description!: string | null;
  /** Event types, `payment.*` patterns or `*`. */
  @IsEventFilterList() events!: string[];
  /** True when deliveries are sent one at a time, in the order of their events. */
  @IsBoolean() ordered!: boolean;
  /** Seconds before each retry; null for the usual schedule. */
  @IsNullable()
  @IsRetrySchedule()
  retrySchedule!: number[] | null;
  @IsIn(webhookEndpointStatuses) status!: WebhookEndpointStatus;
  @IsNullable() @IsIn(endpointDisabledReasons) disabledReason!: EndpointDisabledReason | null;
  @IsNested(() => WebhookCircuitInfo) circuit!: WebhookCircuitInfo;
  /** The live secrets, oldest first. */
  @IsListOf(() => WebhookSecretInfo, WEBHOOK_SECRETS_MAX) secrets!: WebhookSecretInfo[];
  @IsTimestamp() createdAt!: string;
  @IsTimestamp() updatedAt!: string;
}

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

export class CreateWebhookEndpointCommand extends OfWebhookEndpoint {
  @IsText(WEBHOOK_URL_MAX_LENGTH, 1) url!: string;
  @IsEventFilterList() events!: string[];
  @IsOptional() @IsText(500) description?: string;
  @IsOptional() @IsBoolean() ordered?: boolean;
  @IsOptional()
  @IsRetrySchedule()
  retrySchedule?: number[];
  @IsOptional() @IsActor() actor?: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/**
 * Registers a webhook endpoint. A merchant may have {@link WEBHOOK_ENDPOINTS_MAX} of them in each mode, and register
 * {@link WEBHOOK_ENDPOINTS_PER_DAY} within 24 hours. The caller chooses the id, by its time: a repeated command registers no second endpoint and is answered as `replayed`.
 */
export const createWebhookEndpoint = defineCommand({
  name: 'create-webhook-endpoint',
  owner: 'webhooks',
  callers: ['gateway'],
  request: CreateWebhookEndpointCommand,
  answer: WebhookSecretIssued,
  key: (request) => request.merchantId,
  refusals: [
    'webhook_url_invalid',
    'parameter_invalid',
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
  callers: ['gateway'],
  request: OfMerchant,
  answer: WebhookEndpointsListed,
  key: (request) => request.merchantId,
  unordered: true,
  refusals: [],
});

export const getWebhookEndpoint = defineCommand({
  name: 'get-webhook-endpoint',
  owner: 'webhooks',
  callers: ['gateway'],
  request: OfWebhookEndpoint,
  answer: WebhookEndpointInfo,
  key: (request) => request.merchantId,
  unordered: true,
  refusals: ['webhook_endpoint_not_found'],
});

export class UpdateWebhookEndpointCommand extends OfWebhookEndpoint {
  @IsOptional() @IsText(WEBHOOK_URL_MAX_LENGTH, 1) url?: string;
  @IsOptional()
  @IsEventFilterList()
  events?: string[];
  /** An empty text removes it. */
  @IsOptional() @IsText(500) description?: string;
  @IsOptional() @IsBoolean() ordered?: boolean;
  /** An empty list restores the usual schedule. */
  @IsOptional()
  @IsRetrySchedule()
  retrySchedule?: number[];
  @IsOptional() @IsIn(['enabled', 'paused']) status?: 'enabled' | 'paused';
  @IsOptional() @IsActor() actor?: string;
}
/** Changes an endpoint, pauses it, or enables it again, which sends what was parked meanwhile. Repeated, it changes nothing more. */
export const updateWebhookEndpoint = defineCommand({
  name: 'update-webhook-endpoint',
  owner: 'webhooks',
  callers: ['gateway'],
  request: UpdateWebhookEndpointCommand,
  answer: WebhookEndpointInfo,
  key: (request) => request.merchantId,
  refusals: ['webhook_endpoint_not_found', 'webhook_url_invalid', 'parameter_invalid'],
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
  callers: ['gateway'],
  request: DeleteWebhookEndpointCommand,
  answer: WebhookEndpointDeleted,
  key: (request) => request.merchantId,
  refusals: ['webhook_endpoint_not_found'],
});

export class RotateWebhookSecretCommand extends OfWebhookEndpoint {
  /** How long the newest secret so far goes on signing; 0 ends all of them. */
  @IsInt() @Min(0) @Max(SECRET_OVERLAP_MAX_SECONDS) overlapSeconds!: number;
  @IsOptional() @IsActor() actor?: string;
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/** Makes a new secret for an endpoint. Earlier ones sign beside it until the overlap ends. */
export const rotateWebhookSecret = defineCommand({
  name: 'rotate-webhook-secret',
  owner: 'webhooks',
  callers: ['gateway'],
  request: RotateWebhookSecretCommand,
  answer: WebhookSecretIssued,
  key: (request) => request.merchantId,
  refusals: [
    'webhook_endpoint_not_found',
    'webhook_secret_limit_reached',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});
