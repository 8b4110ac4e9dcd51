import { IsBoolean, IsInt, IsOptional, Min } from 'class-validator';
import { commandOf, infoOf } from '../kernel/derived.js';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import { IsNullable } from '../schema/declarations.js';
import {
  IsActor,
  IsId,
  IsIntBetween,
  IsListOf,
  IsMode,
  IsNested,
  IsPageLimit,
  IsSubsetOf,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { EventFamily } from '../vocabulary/merchant-events.js';
import { eventFamilies } from '../vocabulary/merchant-events.js';
import type { Mode } from '../vocabulary/modes.js';
import { DELIVERIES_PAGE_MAX, EVENTS_PAGE_MAX, LIST_WAIT_MAX_MS } from '../vocabulary/webhooks.js';
import { DeliveryView, DeliveryWithAttemptsView, ListDeliveriesQuery, ListEventsQuery } from './event-bodies.js';

/** An event as it is kept for its merchant. */
export class WebhookEventInfo {
  @IsId('event') eventId!: string;
  @IsText(64, 1) type!: string;
  @IsMode() mode!: Mode;
  @IsNullable() @IsInt() @Min(1) sequence!: number | null;
  /** The time in its id. */
  @IsTimestamp() createdAt!: string;
  /** The exact text that deliveries send; null once it has expired. */
  @IsNullable() @IsText(262_144) body!: string | null;
}

export class ListWebhookEventsCommand extends commandOf(ListEventsQuery, [
  'limit',
  'type',
  'intentionId',
  'createdFrom',
  'createdTo',
]) {
  @IsPageLimit(EVENTS_PAGE_MAX) limit!: number;
  /** A gateway of the version before sends any word. */
  @IsOptional() @IsText(64, 1) type?: string;
  @IsOptional() @IsId('intent') intentId?: string;
  @IsOptional() @IsTimestamp() createdFrom?: string;
  @IsOptional() @IsTimestamp() createdTo?: string;
  /** Families of events that the caller may not read: the list leaves them out. */
  @IsOptional() @IsSubsetOf(eventFamilies) unreadable?: readonly EventFamily[];
  /** The longest wait of a page without events for one. */
  @IsOptional() @IsIntBetween(1, LIST_WAIT_MAX_MS) waitMs?: number;
  /** Chosen by the caller, so that a list that waits delays no other command. */
  @IsId('request') listId!: string;
}
export class WebhookEventPage {
  @IsListOf(() => WebhookEventInfo, EVENTS_PAGE_MAX) events!: WebhookEventInfo[];
  @IsBoolean() hasMore!: boolean;
  @IsNullable() @IsId('event') nextCursor!: string | null;
}
/** A page of a merchant's events in the order in which they were stored, newest first. */
export const listWebhookEvents = defineCommand({
  name: 'list-webhook-events',
  owner: 'webhooks',
  request: ListWebhookEventsCommand,
  answer: WebhookEventPage,
  key: (request) => request.listId,
  unordered: true,
  refusals: ['cursor_invalid'],
});

export class OfWebhookEvent extends OfMerchant {
  @IsId('event') eventId!: string;
}
export const getWebhookEvent = defineCommand({
  name: 'get-webhook-event',
  owner: 'webhooks',
  request: OfWebhookEvent,
  answer: WebhookEventInfo,
  unordered: true,
  refusals: ['event_not_found'],
});

/** An event for one endpoint. */
export class WebhookDeliveryInfo extends infoOf(DeliveryView, 'deliveryId') {}

export class WebhookDeliveryWithAttempts extends infoOf(DeliveryWithAttemptsView, 'deliveryId') {}

export class WebhookDeliveryPage {
  @IsListOf(() => WebhookDeliveryInfo, DELIVERIES_PAGE_MAX) deliveries!: WebhookDeliveryInfo[];
  @IsBoolean() hasMore!: boolean;
}

/** The deliveries of one event, by endpoint. */
export const listEventDeliveries = defineCommand({
  name: 'list-event-deliveries',
  owner: 'webhooks',
  request: OfWebhookEvent,
  answer: WebhookDeliveryPage,
  unordered: true,
  refusals: ['event_not_found'],
});

export class ListEndpointDeliveriesCommand extends commandOf(ListDeliveriesQuery, ['limit']) {
  @IsId('webhookEndpoint') endpointId!: string;
  @IsPageLimit(DELIVERIES_PAGE_MAX) limit!: number;
}
/** A page of the deliveries to one endpoint, those of the newest events first. */
export const listEndpointDeliveries = defineCommand({
  name: 'list-endpoint-deliveries',
  owner: 'webhooks',
  request: ListEndpointDeliveriesCommand,
  answer: WebhookDeliveryPage,
  unordered: true,
  refusals: ['webhook_endpoint_not_found', 'cursor_invalid'],
});

export class OfWebhookDelivery extends OfMerchant {
  @IsId('delivery') deliveryId!: string;
}
export const getWebhookDelivery = defineCommand({
  name: 'get-webhook-delivery',
  owner: 'webhooks',
  request: OfWebhookDelivery,
  answer: WebhookDeliveryWithAttempts,
  unordered: true,
  refusals: ['delivery_not_found'],
});

export class RedeliverWebhookCommand extends OfWebhookDelivery {
  @IsOptional() @IsActor() actor?: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Sends an event to its endpoint again, now. A delivery that is being sent stays as it is. */
export const redeliverWebhook = defineCommand({
  name: 'redeliver-webhook',
  owner: 'webhooks',
  request: RedeliverWebhookCommand,
  answer: WebhookDeliveryInfo,
  refusals: [
    'delivery_not_found',
    'webhook_endpoint_not_found',
    'event_body_expired',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});
