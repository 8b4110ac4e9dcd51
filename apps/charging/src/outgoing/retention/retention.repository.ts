import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { HoldKind } from '../../holds/hold-statements.js';

/** The columns of refunds and payouts that are kept for a time. The rows stay: the ledger balances only as a whole. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** Forgets at most `limit` keys of refunds that are older than `days`; returns how many. */
  forgetKeys(days: number, limit: number): Promise<number> {
    const text = forgetSql('refund', 'key_hash = NULL, body_hash = NULL, content_hash = NULL', 'key_hash IS NOT NULL');
    return this.database.execute({ name: 'refund-forget-keys', text, values: [days, limit] });
  }

  /** The same for the metadata of test mode. */
  forgetMetadata(kind: HoldKind, days: number, limit: number): Promise<number> {
    const text = forgetSql(kind, `metadata = '{}'`, `ledger > 999 AND metadata <> '{}'`);
    return this.database.execute({ name: `${kind}-forget-metadata`, text, values: [days, limit] });
  }
}

const forgetSql = (kind: HoldKind, forgotten: string, isKept: string): string => `
  UPDATE ${kind} SET ${forgotten} WHERE ${kind}_id = ANY (ARRAY (
    SELECT ${kind}_id FROM ${kind}
    WHERE ${isKept} AND created_at < (SELECT clock_timestamp()) - make_interval(days => $1)
    LIMIT $2 FOR UPDATE SKIP LOCKED))`;
