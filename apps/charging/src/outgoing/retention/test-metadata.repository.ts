import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

/** The tables whose rows stay for ever and hold metadata of merchants, with their keys. */
const TABLES = { refund: 'refund_id', payout: 'payout_id' } as const;
export type TableWithMetadata = keyof typeof TABLES;
export const tablesWithMetadata = Object.keys(TABLES) as readonly TableWithMetadata[];

/** Metadata of test mode. The row that had it stays: the ledger balances only as a whole. */
@Injectable()
export class TestMetadataRepository {
  constructor(private readonly database: Database) {}

  /** Forgets the metadata of at most `limit` rows of test mode that are older than `retentionDays`; returns how many. */
  forget(table: TableWithMetadata, retentionDays: number, limit: number): Promise<number> {
    const id = TABLES[table];
    return this.database.execute({
      name: `${table}-forget-metadata`,
      text: `UPDATE ${table} SET metadata = '{}' WHERE ${id} = ANY (ARRAY (
          SELECT ${id} FROM ${table}
          WHERE ledger > 999 AND metadata <> '{}' AND created_at < (SELECT clock_timestamp()) - make_interval(days => $1)
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      values: [retentionDays, limit],
    });
  }
}
