import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Tries } from '../domain/retry.js';
import type { Owned, Row } from '../intents.repository.js';
import { readOf } from '../intents.repository.js';
import { intentColumns } from '../intents.schema.js';

/** The tries of an order and the database's time when they were read. */
export interface ReadTries extends Tries {
  readonly at: Date;
}

const firstOf = `(SELECT coalesce(asked.retry_of, asked.id) FROM intent AS asked
  WHERE (asked.id, asked.merchant_id, asked.mode) = ($1, $2, $3))`;

const lockText = `SELECT FROM intent WHERE id = ${firstOf} FOR UPDATE`;

// a union looks each part up in its own index
const triesText = `
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM (
  SELECT * FROM intent WHERE id = ${firstOf} UNION ALL SELECT * FROM intent WHERE retry_of = ${firstOf}) AS try
 ORDER BY created_at, id`;

/** Reads and locks the tries of orders. */
@Injectable()
export class TriesRepository {
  constructor(private readonly database: Database) {}

  /** The tries of the order of an intent. Another merchant's intent, or one of the other mode, is not found. */
  async find({ intentId, merchantId, mode }: Owned, on: Queryable = this.database): Promise<ReadTries | undefined> {
    const values = [intentId, merchantId, mode];
    const reads = (await on.query<Row>({ name: 'tries.find', text: triesText, values })).map(readOf);
    const [first, latest] = [reads[0], reads.at(-1)];
    if (first === undefined || latest === undefined) return undefined;
    return { first: first.intent, latest: latest.intent, retries: reads.length - 1, at: latest.at };
  }

  /** The same. The first intent is locked until the transaction ends, and what follows was read after the lock was granted. */
  async lock(tx: DatabaseTransaction, owned: Owned): Promise<ReadTries | undefined> {
    const { intentId, merchantId, mode } = owned;
    await tx.query({ name: 'tries.lock', text: lockText, values: [intentId, merchantId, mode] });
    return this.find(owned, tx);
  }
}
