import type { WebhookDeliveryInfo } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { RELEASED } from '../delivery/deliveries.repository.js';

/** Makes a delivery due, unless a worker is sending it. @returns false when the body of its event has expired */
export async function makeDue(on: Queryable, { endpointId, eventId }: WebhookDeliveryInfo): Promise<boolean> {
  const rows = await on.query({
    name: 'redelivery-make-due',
    text: `WITH body AS (SELECT FROM webhook_body WHERE event_id = $2),
        due AS (
          UPDATE webhook_delivery d SET state = 'pending', next_at = clock_timestamp(), delivered_at = NULL, ${RELEASED}
          WHERE endpoint_id = $1 AND event_id = $2 AND EXISTS (SELECT FROM body)
            AND NOT EXISTS (SELECT FROM webhook_worker w WHERE w.worker = d.leased_by))
        SELECT FROM body`,
    values: [endpointId, eventId],
  });
  return rows.length > 0;
}
