import {
  getWebhookDelivery,
  getWebhookEvent,
  listEndpointDeliveries,
  listEventDeliveries,
  listWebhookEvents,
  redeliverWebhook,
} from './event-commands.js';
import { preferenceHeaders } from '../vocabulary/headers.js';
import { counted } from '../kernel/stored.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { redeliveryIdempotencyKey, sessionHeaders } from '../kernel/request-headers.js';
import {
  DeliveryPageAnswer,
  DeliveryView,
  DeliveryWithAttemptsView,
  EventPageAnswer,
  EventView,
  ListDeliveriesQuery,
  ListEventsQuery,
} from './event-bodies.js';

const OTHERS = 'An object of another merchant or of the other mode is answered like a missing one.';

/** Events and their deliveries, in the mode of the key or session that asks. */
export const eventOperations = operationsOf({
  listEvents: {
    method: 'GET',
    path: '/events',
    summary: 'List events',
    description:
      'Newest first, in pages. To follow events, ask for those after the newest one that you have, with `endingBefore` and `Prefer: wait=5`: no event is left out. A restricted key gets the events whose objects it may read, `refund.*` with `refunds:read` for example; a `type` that it may not read is refused.',
    key: 'secret',
    scope: 'events:read',
    takesSession: true,
    headers: [
      ...sessionHeaders,
      {
        name: preferenceHeaders.prefer,
        required: false,
        description: '`wait=5`: how many seconds a page without events waits for one, at most 5.',
      },
    ],
    query: ListEventsQuery,
    answer: EventPageAnswer,
    errors: listWebhookEvents.refusals,
  },
  getEvent: {
    method: 'GET',
    path: '/events/{id}',
    summary: 'Read an event',
    description: `The body of the answer is the same as in the deliveries, byte for byte. ${OTHERS}`,
    key: 'secret',
    scope: 'events:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: EventView,
    errors: getWebhookEvent.refusals,
  },
  listEventDeliveries: {
    method: 'GET',
    path: '/events/{id}/deliveries',
    summary: 'List the deliveries of an event',
    description: 'One delivery for each endpoint that the event is sent to, in one page.',
    key: 'secret',
    scope: 'events:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: DeliveryPageAnswer,
    errors: listEventDeliveries.refusals,
  },
  listWebhookEndpointDeliveries: {
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries',
    summary: 'List the deliveries to a webhook endpoint',
    description: 'The deliveries of the newest events first, in pages.',
    key: 'secret',
    scope: 'events:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListDeliveriesQuery,
    answer: DeliveryPageAnswer,
    errors: listEndpointDeliveries.refusals,
  },
  getDelivery: {
    method: 'GET',
    path: '/deliveries/{id}',
    summary: 'Read a delivery with its attempts',
    description: OTHERS,
    key: 'secret',
    scope: 'events:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: DeliveryWithAttemptsView,
    errors: getWebhookDelivery.refusals,
  },
  redeliver: {
    method: 'POST',
    path: '/deliveries/{id}/redeliver',
    summary: 'Send an event to its endpoint again',
    description:
      'Makes the delivery due now, whatever its status; a delivery that is being sent stays as it is. An endpoint that is on hold after failures is tried at once with this delivery; an `ordered` endpoint is not, and the delivery keeps its place. If the attempt fails, the retry schedule continues. Takes no body. The body of an event is kept for 30 days.',
    key: 'secret',
    scope: 'webhook_endpoints:write',
    furtherScope: 'events:read',
    takesSession: true,
    headers: [...sessionHeaders, redeliveryIdempotencyKey],
    answer: DeliveryView,
    success: 202,
    replays: true,
    stores: counted('event', 'audit_record', 'idempotency_record'),
    errors: [...noBodyErrors, ...redeliverWebhook.refusals],
  },
});
