import type {
  DeliveryPageAnswer,
  DeliveryView,
  WebhookDeliveryInfo,
  WebhookDeliveryPage,
  WebhookEventInfo,
} from '@paygate/contracts';

/** An event as JSON text: that of its deliveries, byte for byte, and without `data` once that has expired. */
export function renderEvent({ eventId: id, type, mode, sequence, createdAt: created, body }: WebhookEventInfo): string {
  return body ?? JSON.stringify({ id, type, created, apiVersion: null, mode, sequence, data: null });
}

export function deliveryViewOf({ deliveryId, ...info }: WebhookDeliveryInfo): DeliveryView {
  const { mode, eventId, eventType, endpointId, status, attemptCount, nextAttemptAt, createdAt, deliveredAt } = info;
  return {
    ...{ id: deliveryId, object: 'delivery', mode, eventId, eventType, endpointId },
    ...{ status, attemptCount, nextAttemptAt, createdAt, deliveredAt },
  };
}

export function deliveryPageOf({ deliveries, hasMore }: WebhookDeliveryPage): DeliveryPageAnswer {
  return {
    data: deliveries.map(deliveryViewOf),
    hasMore,
    nextCursor: hasMore ? (deliveries.at(-1)?.deliveryId ?? null) : null,
  };
}
