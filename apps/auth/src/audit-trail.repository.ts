import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { AuditLink, AuditRecord } from './domain/audit-record.js';

/** Where a chain goes on: the number and time of the next record, and the hash before it. */
export interface NextLink {
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

@Injectable()
export class AuditTrailRepository {
  constructor(private readonly database: Database) {}

  /** Takes the next place in a merchant's chain; others who append wait until the transaction ends. */
  async take(tx: DatabaseTransaction, merchantId: string): Promise<NextLink> {
    const [next] = await tx.query<NextLink>({
      name: 'audit-head-take',
      text: `INSERT INTO audit_head AS h (merchant_id, sequence, hash) VALUES ($1, 1, decode(repeat('00', 32), 'hex'))
        ON CONFLICT (merchant_id) DO UPDATE SET sequence = h.sequence + 1
        RETURNING sequence, hash AS previous, date_trunc('milliseconds', clock_timestamp()) AS "occurredAt"`,
      values: [merchantId],
    });
    if (next === undefined) throw new Error('an upsert gave no row');
    return next;
  }

  async append(tx: DatabaseTransaction, { record, hash }: AuditLink): Promise<void> {
    const { merchantId, sequence, mode, action, subject, actor, requestId, detail, occurredAt } = record;
    await tx.execute({
      name: 'audit-record-append',
      text: `WITH head AS (UPDATE audit_head SET hash = $10 WHERE merchant_id = $1 AND sequence = $2)
        INSERT INTO audit_record (merchant_id, sequence, mode, action, subject, actor, request_id, detail, occurred_at, hash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [merchantId, sequence, mode, action, subject, actor, requestId, detail, occurredAt.toISOString(), hash],
    });
  }

  /** The records after a number, in their order. */
  async page(merchantId: string, after: number, limit: number): Promise<readonly AuditLink[]> {
    const rows = await this.database.query<AuditRecord & { hash: Buffer }>({
      name: 'audit-record-page',
      text: `SELECT merchant_id AS "merchantId", sequence, mode, action, subject, actor, request_id AS "requestId", detail,
          occurred_at AS "occurredAt", hash
        FROM audit_record WHERE merchant_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
      values: [merchantId, after, limit],
    });
    return rows.map(({ hash, ...record }) => ({ record, hash }));
  }

  /** The end of a merchant's chain, if it has begun. */
  async head(merchantId: string): Promise<ChainHead | undefined> {
    const [head] = await this.database.query<ChainHead>({
      name: 'audit-head',
      text: 'SELECT sequence, hash FROM audit_head WHERE merchant_id = $1',
      values: [merchantId],
    });
    return head;
  }
}
