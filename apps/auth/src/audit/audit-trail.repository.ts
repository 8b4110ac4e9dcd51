import { Injectable } from '@nestjs/common';
import type { ListAuditEventsCommand } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { AuditLink, AuditRecord } from './audit-record.js';

/** The next link of a chain: number and time of the next record, and the hash before it. */
export interface NextLink {
  readonly merchantId: string;
  readonly sequence: number;
  /** In whole milliseconds, as the hash has it. */
  readonly occurredAt: Date;
  readonly previous: Buffer;
}

/** The last record of a chain. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** Records of a merchant by their sequence numbers: from one on, before another. */
export interface AuditSpan extends Pick<ListAuditEventsCommand, 'merchantId' | 'ofAction' | 'byActor'> {
  readonly from: number;
  readonly before: number;
}

const COLUMNS = `merchant_id AS "merchantId", sequence, mode, action, subject, actor, request_id AS "requestId", detail,
  occurred_at AS "occurredAt"`;

@Injectable()
export class AuditTrailRepository {
  constructor(private readonly database: Database) {}

  /**
   * Reserves the next link in the chains of different merchants; concurrent transactions wait for the end of this one. All
   * lock the chains in one order, so none deadlock.
   */
  reserve(tx: DatabaseTransaction, merchantIds: readonly string[]): Promise<readonly NextLink[]> {
    return tx.query<NextLink>({
      name: 'audit-heads-reserve',
      text: `INSERT INTO audit_head AS h (merchant_id, sequence, hash)
        SELECT merchant_id, 1, decode(repeat('00', 32), 'hex') FROM unnest($1::text[]) AS given (merchant_id)
        ORDER BY merchant_id COLLATE "C"
        ON CONFLICT (merchant_id) DO UPDATE SET sequence = h.sequence + 1
        RETURNING merchant_id AS "merchantId", sequence, hash AS previous,
          date_trunc('milliseconds', clock_timestamp()) AS "occurredAt"`,
      values: [merchantIds],
    });
  }

  /** Inserts records for the reserved links, at most one per chain. */
  async append(tx: DatabaseTransaction, links: readonly AuditLink[]): Promise<void> {
    const records = links.map(({ record }) => record);
    await tx.execute({
      name: 'audit-records-append',
      text: `WITH link AS (
          SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
            $9::timestamptz[], $10::bytea[])
          AS l (merchant_id, sequence, mode, action, subject, actor, request_id, detail, occurred_at, hash)),
        head AS (
          UPDATE audit_head h SET hash = link.hash FROM link
          WHERE h.merchant_id = link.merchant_id AND h.sequence = link.sequence)
        INSERT INTO audit_record (merchant_id, sequence, mode, action, subject, actor, request_id, detail, occurred_at, hash)
        SELECT * FROM link`,
      values: [
        records.map(({ merchantId }) => merchantId),
        records.map(({ sequence }) => sequence),
        records.map(({ mode }) => mode),
        records.map(({ action }) => action),
        records.map(({ subject }) => subject),
        records.map(({ actor }) => actor),
        records.map(({ requestId }) => requestId),
        records.map(({ detail }) => detail),
        records.map(({ occurredAt }) => occurredAt.toISOString()),
        links.map(({ hash }) => hash),
      ],
    });
  }

  /** The records after a sequence number, in order. */
  async page(merchantId: string, after: number, limit: number): Promise<readonly AuditLink[]> {
    const rows = await this.database.query<AuditRecord & { hash: Buffer }>({
      name: 'audit-record-page',
      text: `SELECT ${COLUMNS}, hash
        FROM audit_record WHERE merchant_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
      values: [merchantId, after, limit],
    });
    return rows.map(({ hash, ...record }) => ({ record, hash }));
  }

  /** Records of a span that its filters leave, newest first. */
  newest({ merchantId, from, before, ofAction, byActor }: AuditSpan, limit: number): Promise<readonly AuditRecord[]> {
    return this.database.query<AuditRecord>({
      name: 'audit-record-newest',
      text: `SELECT ${COLUMNS} FROM audit_record
        WHERE merchant_id = $1 AND sequence >= $2 AND sequence < $3 AND ($4::text IS NULL OR action = $4)
          AND ($5::text IS NULL OR actor = $5)
        ORDER BY sequence DESC LIMIT $6`,
      values: [merchantId, from, before, ofAction ?? null, byActor ?? null, limit],
    });
  }

  /** The last link of a merchant's chain, if there is one. */
  async head(merchantId: string): Promise<ChainHead | undefined> {
    const [head] = await this.database.query<ChainHead>({
      name: 'audit-head',
      text: 'SELECT sequence, hash FROM audit_head WHERE merchant_id = $1',
      values: [merchantId],
    });
    return head;
  }
}
