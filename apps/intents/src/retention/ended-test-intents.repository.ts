import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { Order } from '../domain/intent.js';
import { metadataHashes } from '../search/metadata-pairs.js';

type EndedIntent = Pick<Order, 'id' | 'merchantId' | 'mode' | 'metadata'>;

/** Intents of test mode that have ended. */
@Injectable()
export class EndedTestIntentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Deletes at most `limit` intents that ended at least `retentionDays` ago, the oldest first, with all that belongs to them; returns
   * how many. Intents that another transaction has locked are left for the next run.
   */
  forget(retentionDays: number, limit: number): Promise<number> {
    return this.database.transaction(async (tx) => {
      const ended = await tx.query<EndedIntent>({
        name: 'ended-test-intents',
        text: `SELECT id, merchant_id AS "merchantId", mode, metadata FROM intent
          WHERE mode = 'test' AND status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')
            AND updated_at < (SELECT clock_timestamp()) - make_interval(days => $1)
          ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        values: [retentionDays, limit],
      });
      if (ended.length === 0) return 0;
      const pairs = ended.flatMap((intent) => metadataHashes(intent).map((hash) => ({ id: intent.id, hash })));
      await tx.execute({
        name: 'ended-test-intents-forget',
        text: 'SELECT forget_test_intents($1, $2, $3)',
        values: [ended.map(({ id }) => id), pairs.map(({ hash }) => hash), pairs.map(({ id }) => id)],
      });
      return ended.length;
    });
  }
}
