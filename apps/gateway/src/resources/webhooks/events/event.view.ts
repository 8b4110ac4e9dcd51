import type {
  DeliveryPageAnswer,
  WebhookDeliveryInfo,
  WebhookDeliveryPage,
  WebhookDeliveryWithAttempts,
  WebhookEventInfo,
} from '@paygate/contracts';
import { DeliveryView, DeliveryWithAttemptsView } from '@paygate/contracts';
import { viewsOf } from '../../views.js';

/** An event as JSON text: that of its deliveries, byte for byte, and without `data` once that has expired. */
export function renderEvent({ eventId: id, type, mode, sequence, createdAt: created, body }: WebhookEventInfo): string {
  return body ?? JSON.stringify({ id, type, created, apiVersion: null, mode, sequence, data: null });
}

const deliveries = viewsOf(DeliveryView);
const deliveriesWithAttempts = viewsOf(DeliveryWithAttemptsView);

export function deliveryViewOf({ deliveryId: id, ...info }: WebhookDeliveryInfo): DeliveryView {
  return deliveries({ id, object: 'delivery', ...info });
}

export function deliveryWithAttemptsOf(delivery: WebhookDeliveryWithAttempts): DeliveryWithAttemptsView {
  const { deliveryId: id, ...info } = delivery;
  return deliveriesWithAttempts({ id, object: 'delivery', ...info });
}

export function deliveryPageOf({ deliveries: page, hasMore }: WebhookDeliveryPage): DeliveryPageAnswer {
  return {
    data: page.map(deliveryViewOf),
    hasMore,
    nextCursor: hasMore ? (page.at(-1)?.deliveryId ?? null) : null,
  };
}
