import { Injectable } from '@nestjs/common';
import type { ListPayoutBatchesCommand, Mode } from '@paygate/contracts';
import { BATCH_LOOKS_BACK_DAYS } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { LedgerNumber } from '../../../books/ledger/domain/ledger.js';
import type { PayingAccount } from '../active-merchants.js';
import type { StoredBatch } from './stored-batch.js';

/** A draft that is new. */
export type NewBatch = Pick<StoredBatch, 'batchId' | 'merchantId' | 'ledger' | 'name' | 'draftedBy'> &
  Pick<StoredBatch, 'keyHash' | 'bodyHash' | 'contentHash'>;

type Sealing = Pick<StoredBatch, 'batchId' | 'merchantId' | 'ledger'> & { readonly aloneMax: bigint };

/** Batches of payouts. What changes one is called in a transaction that has locked it. */
@Injectable()
export class BatchesRepository {
  constructor(private readonly database: Database) {}

  async find(
    merchantId: string,
    mode: Mode,
    batchId: string,
    on: Queryable = this.database,
  ): Promise<StoredBatch | undefined> {
    const [batch] = await on.query<StoredBatch>({
      name: 'batch-find',
      text: `${batchSql} WHERE b.batch_id = $1 AND b.merchant_id = $2 AND (b.ledger > 999) = $3`,
      values: [batchId, merchantId, mode === 'test'],
    });
    return batch;
  }

  /** Locks a batch until the transaction ends, and reads it as it is then. */
  async lock(tx: Queryable, batchId: string): Promise<StoredBatch> {
    const values = [batchId];
    await tx.query({ name: 'batch-lock', text: 'SELECT FROM payout_batch WHERE batch_id = $1 FOR UPDATE', values });
    return this.#one(tx, batchId);
  }

  /** The batch that was drafted with the same key, or has the same id. */
  async known(tx: Queryable, { merchantId, ledger, keyHash, batchId }: NewBatch): Promise<StoredBatch | undefined> {
    const [batch] = await tx.query<StoredBatch>({
      name: 'batch-known',
      text: `${batchSql} WHERE b.merchant_id = $1 AND (b.ledger > 999) = ($2::smallint > 999) AND b.key_hash = $3 OR b.batch_id = $4
        ORDER BY b.key_hash = $3 DESC LIMIT 1`,
      values: [merchantId, ledger, keyHash, batchId],
    });
    return batch;
  }

  /** The number of batches that are drafts or wait for an approval. Those of an account are counted one after the other. */
  async countOpen(tx: Queryable, { merchantId, ledger }: Pick<NewBatch, 'merchantId' | 'ledger'>): Promise<number> {
    await this.#lockAll(tx, { merchantId, ledger });
    const [row] = await tx.query<{ count: number }>({
      name: 'batches-open',
      text: `SELECT count(*)::integer AS count FROM payout_batch
        WHERE merchant_id = $1 AND ledger = $2 AND state IN ('draft', 'ready')`,
      values: [merchantId, ledger],
    });
    return row?.count ?? 0;
  }

  async insert(tx: Queryable, batch: NewBatch): Promise<void> {
    const { batchId, merchantId, ledger, name, draftedBy, keyHash, bodyHash, contentHash } = batch;
    await tx.query({
      name: 'batch-insert',
      text: `INSERT INTO payout_batch (batch_id, merchant_id, ledger, name, drafted_by, key_hash, body_hash, content_hash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [batchId, merchantId, ledger, name, draftedBy, keyHash, bodyHash, contentHash],
    });
  }

  /** Seals a draft whose rows have no faults. Of two with the same rows that are sealed at a time, one finds the other. */
  async seal(tx: Queryable, { batchId, aloneMax, ...account }: Sealing): Promise<StoredBatch> {
    await this.#lockAll(tx, account);
    await tx.query({ name: 'batch-seal', text: sealSql, values: [batchId, aloneMax] });
    return this.#one(tx, batchId);
  }

  async approve(tx: Queryable, { batchId, hash }: StoredBatch, memberId: string): Promise<void> {
    await tx.query({
      name: 'batch-approve',
      text: 'INSERT INTO payout_batch_approval (batch_id, member_id, hash) VALUES ($1, $2, $3)',
      values: [batchId, memberId, hash],
    });
  }

  /** Moves a batch whose state allows it; the database refuses any other. */
  async move(
    tx: Queryable,
    batchId: string,
    state: 'processing' | 'paused' | 'completed' | 'canceled',
  ): Promise<StoredBatch> {
    await tx.query({ name: `batch-${state}`, text: moveSql[state], values: [batchId] });
    return this.#one(tx, batchId);
  }

  /** Pauses the batches of an account that have rows to send; returns their ids. Whoever locks several batches does so in the order of their ids. */
  async pauseAll(tx: Queryable, { merchantId, ledger }: PayingAccount): Promise<readonly string[]> {
    const rows = await tx.query<{ batchId: string }>({
      name: 'batches-pause-all',
      text: `UPDATE payout_batch SET state = 'paused' FROM (
          SELECT b.batch_id FROM payout_batch b WHERE b.merchant_id = $1 AND b.ledger = $2 AND b.state = 'processing'
            AND EXISTS (SELECT FROM payout_batch_row r WHERE r.batch_id = b.batch_id AND r.state = 'placed')
          ORDER BY b.batch_id FOR NO KEY UPDATE) AS locked
        WHERE payout_batch.batch_id = locked.batch_id
        RETURNING payout_batch.batch_id AS "batchId"`,
      values: [merchantId, ledger],
    });
    return rows.map(({ batchId }) => batchId);
  }

  /** No further row of an approved batch is sent. */
  async noteCanceled(tx: Queryable, batchId: string): Promise<StoredBatch> {
    await tx.query({
      name: 'batch-note-canceled',
      text: 'UPDATE payout_batch SET canceled_at = clock_timestamp() WHERE batch_id = $1 AND canceled_at IS NULL',
      values: [batchId],
    });
    return this.#one(tx, batchId);
  }

  /** The sum of what a member has approved today, in Africa/Douala, without another person behind it, fees included. */
  async aloneToday(
    tx: Queryable,
    { merchantId, ledger }: Pick<NewBatch, 'merchantId' | 'ledger'>,
    memberId: string,
  ): Promise<bigint> {
    const [row] = await tx.query<{ sum: bigint }>({
      name: 'batches-alone-today',
      text: `SELECT coalesce(sum(b.amount + b.fee), 0)::bigint AS sum FROM payout_batch b
        WHERE b.merchant_id = $1 AND b.ledger = $2 AND b.approved_at >= date_trunc('day', clock_timestamp(), 'Africa/Douala')
          AND (b.drafted_by = $3 OR starts_with(b.drafted_by, 'mem_') IS NOT TRUE)
          AND (SELECT array_agg(a.member_id) FROM payout_batch_approval a WHERE a.batch_id = b.batch_id) = ARRAY[$3]`,
      values: [merchantId, ledger, memberId],
    });
    return row?.sum ?? 0n;
  }

  /** Two members must stand behind a batch that was to be approved by one. */
  async needTwo(tx: Queryable, batchId: string): Promise<StoredBatch> {
    const text = `UPDATE payout_batch SET persons = 2 WHERE batch_id = $1 AND state = 'ready'`;
    await tx.query({ name: 'batch-need-two', text, values: [batchId] });
    return this.#one(tx, batchId);
  }

  /** The sum of what was approved today in Africa/Douala, fees included. */
  async today(tx: Queryable, merchantId: string, ledger: LedgerNumber): Promise<bigint> {
    const [row] = await tx.query<{ sum: bigint }>({
      name: 'batches-today',
      text: `SELECT coalesce(sum(amount + fee), 0)::bigint AS sum FROM payout_batch
        WHERE merchant_id = $1 AND ledger = $2 AND approved_at >= date_trunc('day', clock_timestamp(), 'Africa/Douala')`,
      values: [merchantId, ledger],
    });
    return row?.sum ?? 0n;
  }

  /** One more than `limit`, newest first. */
  list({ merchantId, mode, limit, startingAfter, status }: ListPayoutBatchesCommand): Promise<readonly StoredBatch[]> {
    return this.database.query<StoredBatch>({
      name: 'batches-list',
      text: `${batchSql} WHERE b.batch_id = ANY (ARRAY (
          SELECT batch_id FROM payout_batch WHERE merchant_id = $1 AND (ledger > 999) = $2
            AND ($4::text IS NULL OR batch_id < $4) AND ($5::text IS NULL OR state = $5)
          ORDER BY batch_id DESC LIMIT $3))
        ORDER BY b.batch_id DESC`,
      values: [merchantId, mode === 'test', limit + 1, startingAfter ?? null, status?.toLowerCase() ?? null],
    });
  }

  /** Locks the drafts and seals of an account, which are counted and compared one after the other. */
  async #lockAll(tx: Queryable, { merchantId, ledger }: Pick<NewBatch, 'merchantId' | 'ledger'>): Promise<void> {
    const text = `SELECT pg_advisory_xact_lock(hashtextextended('batches:' || $1 || ':' || $2::smallint, 0))`;
    await tx.query({ name: 'batches-lock-all', text, values: [merchantId, ledger] });
  }

  async #one(tx: Queryable, batchId: string): Promise<StoredBatch> {
    const [batch] = await tx.query<StoredBatch>({
      name: 'batch-one',
      text: `${batchSql} WHERE b.batch_id = $1`,
      values: [batchId],
    });
    if (batch === undefined) throw new Error('a batch is gone');
    return batch;
  }
}

/** The rows of a batch as an approval names them. */
export const sealedSql = `count(*)::integer AS "rowCount", sum(amount)::bigint AS amount, sum(fee)::bigint AS fee,
    encode(sha256(convert_to(string_agg(concat_ws('|', phone_index, amount, coalesce(reference, '')), E'\\n' ORDER BY number), 'UTF8')), 'hex') AS hash`;

/** A batch with the sums of its seal, which are judged and shown whatever the counts are. */
const batchSql = `
  SELECT b.batch_id AS "batchId", b.merchant_id AS "merchantId", b.ledger, b.name, b.drafted_by AS "draftedBy", b.key_hash AS "keyHash",
    b.body_hash AS "bodyHash", b.content_hash AS "contentHash", b.state, b.hash, b.persons::integer AS persons, b.repeats,
    b.created_at AS "createdAt", b.sealed_at AS "sealedAt", b.approved_at AS "approvedAt", b.canceled_at AS "canceledAt",
    b.ended_at AS "endedAt", coalesce(b.row_count, kept.row_count, 0) AS "rowCount", coalesce(kept.faults, 0) AS "faultCount", coalesce(kept.warnings, 0) AS "warningCount",
    coalesce(b.amount, kept.amount, 0) AS amount, coalesce(b.fee, kept.fee, 0) AS fee, coalesce(kept.names_waiting, 0) AS "namesWaiting",
    coalesce(kept.names_matching, 0) AS "namesMatching", coalesce(kept.names_differing, 0) AS "namesDiffering",
    coalesce(kept.names_unknown, 0) AS "namesUnknown", sent.processing, CASE WHEN b.approved_at IS NULL THEN 0 ELSE
      kept.row_count - kept.completed - kept.failed - kept.canceled - sent.processing END AS pending,
    coalesce(kept.completed, 0) AS completed, coalesce(kept.failed, 0) AS failed, coalesce(kept.canceled, 0) AS canceled,
    coalesce(approved.approvals, '[]') AS approvals
  FROM payout_batch b
  LEFT JOIN payout_batch_count kept ON kept.batch_id = b.batch_id
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS processing FROM payout_batch_row r JOIN rail_operation o ON o.operation_id = r.payout_id
    WHERE r.batch_id = b.batch_id AND r.state = 'released' AND o.state <> 'requested') AS sent
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('memberId', a.member_id, 'approvedAt',
      to_char(a.approved_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY a.approved_at) AS approvals
    FROM payout_batch_approval a WHERE a.batch_id = b.batch_id) AS approved`;

const sealSql = `
  UPDATE payout_batch b SET state = 'ready', sealed_at = clock_timestamp(), hash = sealed.hash, row_count = sealed."rowCount",
    amount = sealed.amount, fee = sealed.fee, persons = CASE WHEN sealed.amount + sealed.fee > $2::bigint THEN 2 ELSE 1 END,
    repeats = (SELECT o.batch_id FROM payout_batch o
      WHERE o.merchant_id = b.merchant_id AND o.hash = sealed.hash AND o.ledger = b.ledger AND o.batch_id <> b.batch_id
        AND o.state NOT IN ('draft', 'canceled') AND o.sealed_at > clock_timestamp() - interval '${BATCH_LOOKS_BACK_DAYS} days'
      ORDER BY o.sealed_at DESC LIMIT 1)
  FROM (
    SELECT ${sealedSql}
    FROM payout_batch_row WHERE batch_id = $1) AS sealed
  WHERE b.batch_id = $1`;

const moveSql = {
  processing: `UPDATE payout_batch SET state = 'processing', approved_at = coalesce(approved_at, clock_timestamp()) WHERE batch_id = $1`,
  paused: `UPDATE payout_batch SET state = 'paused' WHERE batch_id = $1`,
  completed: `UPDATE payout_batch SET state = 'completed', ended_at = clock_timestamp() WHERE batch_id = $1`,
  canceled: `UPDATE payout_batch SET state = 'canceled', canceled_at = clock_timestamp(), ended_at = clock_timestamp() WHERE batch_id = $1`,
} as const;
