import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, Matches, Min } from 'class-validator';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { CreatedFrom, CreatedTo, NotedMode, NotedTimeOrNull } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsCursor, IsId, IsIntBetween, IsListOf, IsText, IsTimestamp } from '../schema/fields.js';
import { merchantEventNames } from '../vocabulary/merchant-events.js';
import type { Mode } from '../vocabulary/modes.js';
import type { AttemptError, WebhookDeliveryStatus } from '../vocabulary/webhooks.js';
import {
  ATTEMPTS_SHOWN_MAX,
  attemptErrors,
  DELIVERIES_PAGE_MAX,
  EVENTS_PAGE_MAX,
  EXCERPT_SHOWN_MAX_LENGTH,
  webhookDeliveryStatuses,
} from '../vocabulary/webhooks.js';

const EXAMPLE_EVENT_ID = 'evt_01k8zq7d5rj1ve3y9gankhs8j2';
const EXAMPLE_DELIVERY_ID = 'del_01k8zq7d5r3f9a2c4e6b8d0713';

export class ListEventsQuery {
  @PageLimit('events', EVENTS_PAGE_MAX)
  limit?: number;

  @StartsAfter('event', 'The page starts after this event and holds older ones.')
  startingAfter?: string;

  @Note({
    description:
      'The page ends just before this event in the list: it holds those that came right after it in time. Cannot be combined with `startingAfter`. With `Prefer: wait` a page without events waits for one.',
  })
  @IsOptional()
  @IsCursor('event')
  endingBefore?: string;

  @Note({ description: 'Events of this type only.', example: 'payment.completed' })
  @IsOptional()
  @IsIn(merchantEventNames)
  type?: string;

  @Note({ description: 'Events about this payment intent only.' })
  @IsOptional()
  @IsId('intent')
  intentionId?: string;

  @CreatedFrom()
  createdFrom?: string;

  @CreatedTo('2026-11-21T00:00:00.000Z')
  createdTo?: string;
}

/** An event, in the bytes of its deliveries. */
export class EventView {
  @Note({ example: EXAMPLE_EVENT_ID })
  @IsId('event')
  id!: string;

  @Note({ example: 'payment.completed' })
  @IsText(64, 1)
  type!: string;

  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  created!: string;

  @Note({
    description: 'The version of the API in which the event is written; null once `data` has expired.',
    example: '2026-11-20',
  })
  @IsNullable()
  @Matches(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  apiVersion!: string | null;

  @NotedMode()
  mode!: Mode;

  @Note({
    description: 'Grows by one with each event of one intent; null for an event about something else.',
    example: 3,
  })
  @IsNullable()
  @IsInt()
  @Min(1)
  sequence!: number | null;

  @Note({
    description: 'The data, as the type of the event defines them; null once they have expired, after 30 days.',
    example: null,
  })
  @IsNullable()
  @IsObject()
  data!: object | null;
}

/** A page of events, newest first, in the order in which Paygate has stored them. */
export class EventPageAnswer {
  @IsListOf(() => EventView, EVENTS_PAGE_MAX)
  data!: EventView[];

  @Note({
    description:
      'True when there are more objects in this direction. A page may be shorter than `limit` while more follow.',
    example: false,
  })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ description: 'The cursor of the next page in this direction, when there is one.', example: null })
  @IsNullable()
  @IsId('event')
  nextCursor!: string | null;
}

/** One POST of a delivery. */
export class AttemptView {
  @Note({ example: 1 })
  @IsInt()
  @Min(1)
  attempt!: number;

  @Note({ example: '2026-11-20T10:01:02.100Z' })
  @IsTimestamp()
  attemptedAt!: string;

  @Note({ example: 120 })
  @IsInt()
  @Min(0)
  latencyMs!: number;

  @Note({ description: "The status of your endpoint's answer; null when there was none.", example: 503 })
  @IsNullable()
  @IsIntBetween(0, 999)
  status!: number | null;

  @Note({
    description: 'The reason for which there was no answer. `dns`: the host of the URL has no public address.',
    example: null,
  })
  @IsNullable()
  @IsIn(attemptErrors)
  error!: AttemptError | null;

  @Note({ description: "The beginning of the answer's body.", example: 'try later' })
  @IsText(EXCERPT_SHOWN_MAX_LENGTH)
  excerpt!: string;
}

/** An event that is to reach one endpoint. */
export class DeliveryView {
  @Note({ example: EXAMPLE_DELIVERY_ID })
  @IsId('delivery')
  id!: string;

  @Note({ example: 'delivery' })
  @IsIn(['delivery'])
  object!: 'delivery';

  @NotedMode()
  mode!: Mode;

  @Note({ example: EXAMPLE_EVENT_ID })
  @IsId('event')
  eventId!: string;

  @Note({ example: 'payment.completed' })
  @IsText(64, 1)
  eventType!: string;

  @Note({ example: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja' })
  @IsId('webhookEndpoint')
  endpointId!: string;

  @Note({
    description: '`parked`: its endpoint is paused or disabled. The delivery is sent once the endpoint is enabled.',
    example: 'pending',
  })
  @IsIn(webhookDeliveryStatuses)
  status!: WebhookDeliveryStatus;

  @Note({ example: 1 })
  @IsInt()
  @Min(0)
  attemptCount!: number;

  @Note({
    description:
      'The earliest time of the next attempt of a pending delivery: by its schedule, or by the `circuit` of its endpoint. A time in the past means that the delivery is due.',
    example: '2026-11-20T10:01:07.000Z',
  })
  @IsNullable()
  @IsTimestamp()
  nextAttemptAt!: string | null;

  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @NotedTimeOrNull()
  deliveredAt!: string | null;
}

export class DeliveryWithAttemptsView extends DeliveryView {
  @Note({ description: `The attempts, oldest first; the newest ${ATTEMPTS_SHOWN_MAX} when there are more.` })
  @IsListOf(() => AttemptView, ATTEMPTS_SHOWN_MAX)
  attempts!: AttemptView[];
}

export class ListDeliveriesQuery {
  @PageLimit('deliveries', DELIVERIES_PAGE_MAX)
  limit?: number;

  @StartsAfter('delivery', 'The page starts after this delivery and holds deliveries of older events.')
  startingAfter?: string;

  @Note({ description: 'Deliveries of this status only.', example: 'failed' })
  @IsOptional()
  @IsIn(webhookDeliveryStatuses)
  status?: WebhookDeliveryStatus;
}

/** A page of deliveries, those of the newest events first. */
export class DeliveryPageAnswer extends pageOf(() => DeliveryView, 'delivery', DELIVERIES_PAGE_MAX) {}
