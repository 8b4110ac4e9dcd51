import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

/** The idempotency keys of refunds, which are in the rows of the refunds. */
@Injectable()
export class RefundKeysRepository {
  constructor(private readonly database: Database) {}

  /** Forgets at most `limit` keys that are older than `retentionDays`; returns how many. */
  forget(retentionDays: number, limit: number): Promise<number> {
    return this.database.execute({ name: 'refund-forget-keys', text: forgetSql, values: [retentionDays, limit] });
  }
}

const forgetSql = `
  UPDATE refund SET key_hash = NULL, body_hash = NULL, content_hash = NULL WHERE refund_id = ANY (ARRAY (
    SELECT refund_id FROM refund
    WHERE key_hash IS NOT NULL AND created_at < (SELECT clock_timestamp()) - make_interval(days => $1)
    LIMIT $2 FOR UPDATE SKIP LOCKED))`;
