import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { RELEASED, UNLEASED } from '../delivery/deliveries.repository.js';
import { GIVE_UP_AFTER_DAYS } from '../delivery/domain/retry-schedule.js';

/** The days for which unused rows stay readable: as long as events. */
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

  /**
   * Deletes events of test mode that are older than `retentionDays`, the oldest first, with their bodies, deliveries and attempts. One
   * with a delivery that is pending is left. @returns how many
   */
  deleteTestEvents(retentionDays: number, most: number): Promise<number> {
    return this.database.execute({
      name: 'test-events-delete-old',
      // no index finds a delivery by its event alone
      text: `WITH old AS (
          SELECT event_id, merchant_id FROM webhook_event v
          WHERE mode = 'test' AND event_id < (SELECT webhook_least_event_id(clock_timestamp() - make_interval(days => $1)))
            AND NOT EXISTS (SELECT FROM webhook_endpoint p JOIN webhook_delivery d USING (endpoint_id)
              WHERE (p.merchant_id, p.mode) = (v.merchant_id, v.mode) AND d.event_id = v.event_id AND d.state = 'pending')
          ORDER BY event_id LIMIT $2 FOR UPDATE OF v SKIP LOCKED),
        sent AS (SELECT endpoint_id, event_id FROM old JOIN webhook_endpoint p USING (merchant_id) WHERE p.mode = 'test'),
        attempts AS (DELETE FROM webhook_attempt a USING sent
          WHERE (a.endpoint_id, a.event_id) = (sent.endpoint_id, sent.event_id)),
        deliveries AS (DELETE FROM webhook_delivery d USING sent
          WHERE (d.endpoint_id, d.event_id) = (sent.endpoint_id, sent.event_id)),
        bodies AS (DELETE FROM webhook_body b USING old WHERE b.event_id = old.event_id)
        DELETE FROM webhook_event v USING old WHERE v.event_id = old.event_id`,
      values: [retentionDays, most],
    });
  }

  /** Makes the partitions of the coming weeks and drops those past their retention. */
  async retain(): Promise<void> {
    await this.database.query({ name: 'webhook-retain', text: 'SELECT webhook_retain()' });
  }
}
