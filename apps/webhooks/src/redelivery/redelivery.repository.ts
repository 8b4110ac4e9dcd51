import type { WebhookDeliveryInfo } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { RELEASED } from '../delivery/deliveries.repository.js';

/**
 * Makes a delivery due, unless a worker is sending it. Somebody waits for it: an endpoint on hold is tried with it at once, before all
 * others that wait. At an ordered endpoint it keeps its place, and the hold stays. @returns false when the body of its event has expired
 */
export async function makeDue(on: Queryable, { endpointId, eventId }: WebhookDeliveryInfo): Promise<boolean> {
  const rows = await on.query({
    name: 'redelivery-make-due',
    text: `WITH body AS (SELECT FROM webhook_body WHERE event_id = $2),
        tried AS (
          UPDATE webhook_endpoint SET breaker_until = clock_timestamp()
          WHERE endpoint_id = $1 AND breaker_until > clock_timestamp() AND NOT ordered AND EXISTS (SELECT FROM body)
          RETURNING endpoint_id),
        first AS (
          SELECT min(w.next_at) - interval '1 millisecond' AS at FROM webhook_delivery w
          WHERE w.endpoint_id IN (SELECT endpoint_id FROM tried) AND w.state = 'pending'),
        due AS (
          UPDATE webhook_delivery d SET state = 'pending', next_at = least(clock_timestamp(), (SELECT at FROM first)),
            delivered_at = NULL, ${RELEASED}
          WHERE endpoint_id = $1 AND event_id = $2 AND EXISTS (SELECT FROM body)
            AND NOT EXISTS (SELECT FROM webhook_worker w WHERE w.worker = d.leased_by))
        SELECT FROM body`,
    values: [endpointId, eventId],
  });
  return rows.length > 0;
}
