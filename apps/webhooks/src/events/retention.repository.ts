import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { GIVE_UP_AFTER_DAYS } from '../delivery/domain/retry-schedule.js';

@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** Marks deliveries as failed that have been parked until they were too old. @returns how many */
  giveUp(most: number): Promise<number> {
    return this.database.execute({
      name: 'deliveries-give-up',
      text: `UPDATE webhook_delivery d SET state = 'failed'
        FROM (SELECT endpoint_id, event_id FROM webhook_delivery
          WHERE state = 'pending' AND leased_by IS NULL AND created_at < clock_timestamp() - interval '${GIVE_UP_AFTER_DAYS} days'
          LIMIT $1 FOR UPDATE SKIP LOCKED) AS old
        WHERE (d.endpoint_id, d.event_id) = (old.endpoint_id, old.event_id)`,
      values: [most],
    });
  }

  /** Makes the partitions of the coming weeks and drops those past their retention. */
  async retain(): Promise<void> {
    await this.database.query({ name: 'webhook-retain', text: 'SELECT webhook_retain()' });
  }
}
