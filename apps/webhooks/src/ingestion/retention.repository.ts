import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { RELEASED, UNLEASED } from '../delivery/deliveries.repository.js';
import { GIVE_UP_AFTER_DAYS } from '../delivery/domain/retry-schedule.js';

/** How long what nobody uses any more stays readable: as long as events. */
const RETENTION_DAYS = 90;

@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** Marks deliveries as failed that have been parked until they were too old. @returns how many */
  giveUp(most: number): Promise<number> {
    return this.database.execute({
      name: 'deliveries-give-up',
      text: `UPDATE webhook_delivery d SET state = 'failed', ${RELEASED}
        FROM (SELECT endpoint_id, event_id FROM webhook_delivery d
          WHERE state = 'pending' AND ${UNLEASED} AND created_at < clock_timestamp() - interval '${GIVE_UP_AFTER_DAYS} days'
          LIMIT $1 FOR UPDATE SKIP LOCKED) AS old
        WHERE (d.endpoint_id, d.event_id) = (old.endpoint_id, old.event_id)`,
      values: [most],
    });
  }

  /** Deletes recoveries that ended long ago. @returns how many */
  deleteRecoveries(most: number): Promise<number> {
    return this.database.execute({
      name: 'recoveries-delete-old',
      text: `DELETE FROM webhook_recovery WHERE recovery_id = ANY (ARRAY (
        SELECT recovery_id FROM webhook_recovery
        WHERE status <> 'running' AND completed_at < clock_timestamp() - interval '${RETENTION_DAYS} days'
        ORDER BY completed_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      values: [most],
    });
  }

  /** Deletes the rows of endpoints that their merchants deleted long ago, once all their deliveries are gone. @returns how many */
  deleteEndpoints(most: number): Promise<number> {
    return this.database.execute({
      name: 'endpoints-delete-old',
      text: `DELETE FROM webhook_endpoint WHERE endpoint_id = ANY (ARRAY (
        SELECT endpoint_id FROM webhook_endpoint e
        WHERE state = 'deleted' AND updated_at < clock_timestamp() - interval '${RETENTION_DAYS} days'
          AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id)
        LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      values: [most],
    });
  }

  /** Makes the partitions of the coming weeks and drops those past their retention. */
  async retain(): Promise<void> {
    await this.database.query({ name: 'webhook-retain', text: 'SELECT webhook_retain()' });
  }
}
