import { Injectable } from '@nestjs/common';
import type { ListPayoutBatchRowsCommand, MobileOperator, Mode } from '@paygate/contracts';
import { BATCH_LOOKS_BACK_DAYS } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { PayingAccount } from '../active-merchants.js';
import type { NewBatchRow, StoredBatchRow } from './stored-batch.js';

/** A row that has been taken to be sent. */
export interface ReleasedRow extends PayingAccount {
  readonly payoutId: string;
  readonly destinationId: string;
  /** Sealed for the destination. */
  readonly phone: string;
}

/** The rows that are taken: of a rail and a mode, and paid by these accounts, in the order of their turns. */
export interface Releasing {
  readonly rail: MobileOperator;
  readonly mode: Mode;
  readonly payers: readonly PayingAccount[];
  readonly most: number;
}

/** The rows of batches. */
@Injectable()
export class BatchRowsRepository {
  constructor(private readonly database: Database) {}

  /** Adds rows to a draft, or replaces those with the same numbers. */
  async put(tx: Queryable, batchId: string, rows: readonly NewBatchRow[]): Promise<void> {
    const column = <Value>(of: (row: NewBatchRow) => Value): Value[] => rows.map(of);
    await tx.query({
      name: 'batch-rows-put',
      text: putSql,
      values: [
        batchId,
        column(({ number }) => number),
        column(({ rail }) => rail),
        column(({ phone }) => phone),
        column(({ phoneMasked }) => phoneMasked),
        column(({ phoneIndex }) => phoneIndex),
        column(({ name }) => name),
        column(({ reference }) => reference),
        column(({ amount }) => amount),
        column(({ fee }) => fee),
        column(({ faults }) => faults.join(',')),
      ],
    });
  }

  /** Notes which rows pay a number twice, or one that a batch has paid not long ago. */
  async warn(tx: Queryable, batchId: string): Promise<void> {
    await tx.query({ name: 'batch-rows-warn', text: warnSql, values: [batchId] });
  }

  /** All rows, in the order of their numbers. */
  all(batchId: string): Promise<readonly StoredBatchRow[]> {
    return this.database.query<StoredBatchRow>({
      name: 'batch-rows-all',
      text: `${rowsSql} ORDER BY r.number`,
      values: [batchId],
    });
  }

  /** One more than `limit`. */
  list({
    batchId,
    limit,
    startingAfter,
    status,
    order,
  }: ListPayoutBatchRowsCommand): Promise<readonly StoredBatchRow[]> {
    const isLargest = order === 'largest';
    return this.database.query<StoredBatchRow>({
      name: isLargest ? 'batch-rows-largest' : 'batch-rows-list',
      text: `${rowsSql} AND r.number > $3 AND ($4::text IS NULL OR $4 = CASE WHEN p.state <> 'pending' THEN p.state
          WHEN coalesce(o.state, 'requested') = 'requested' THEN p.state ELSE 'processing' END)
        ORDER BY ${isLargest ? 'r.amount DESC, ' : ''}r.number LIMIT $2`,
      values: [batchId, limit + 1, isLargest ? 0 : Number(startingAfter ?? 0), status?.toLowerCase() ?? null],
    });
  }

  /** The accounts that pay the rows whose time has come. */
  duePayers(): Promise<readonly PayingAccount[]> {
    return this.database.query<PayingAccount>({
      name: 'batch-rows-payers',
      text: `SELECT DISTINCT b.merchant_id AS "merchantId", b.ledger FROM payout_batch b WHERE b.state = 'processing' AND EXISTS (
          SELECT FROM payout_batch_row r WHERE r.batch_id = b.batch_id AND r.state = 'placed' AND r.due_at <= statement_timestamp())`,
      values: [],
    });
  }

  /**
   * Takes rows of these accounts that may be sent by a rail, at most so many that `most` of the rail and the mode are not sent yet. Each
   * account has a row taken before one has two. In the order in which they were taken.
   */
  release(tx: Queryable, { rail, mode, payers, most }: Releasing): Promise<readonly ReleasedRow[]> {
    return tx.query<ReleasedRow>({
      name: 'batch-rows-release',
      text: releaseSql,
      values: [
        ...[rail, most, mode === 'test'],
        payers.map(({ merchantId }) => merchantId),
        payers.map(({ ledger }) => ledger),
      ],
    });
  }

  /** The seconds until the next row may be sent, as far as that is known. */
  async nextSeconds(): Promise<number | undefined> {
    const [row] = await this.database.query<{ seconds: number | null }>({
      name: 'batch-rows-next',
      text: `SELECT extract(epoch FROM min(next.due_at) - clock_timestamp())::float8 AS seconds
        FROM payout_batch b CROSS JOIN LATERAL (
          SELECT r.due_at FROM payout_batch_row r WHERE r.batch_id = b.batch_id AND r.state = 'placed' ORDER BY r.due_at LIMIT 1) AS next
        WHERE b.state = 'processing'`,
      values: [],
    });
    return row?.seconds ?? undefined;
  }

  /** Ends the row of a payout that has ended. Undefined for one of no batch. */
  async end(
    tx: Queryable,
    payoutId: string,
  ): Promise<{ readonly batchId: string; readonly isLast: boolean } | undefined> {
    const [ended] = await tx.query<{ batchId: string; isLast: boolean }>({
      name: 'batch-row-end',
      text: `WITH ended AS (UPDATE payout_batch_row SET state = 'ended' WHERE payout_id = $1 AND state = 'released' RETURNING batch_id)
        SELECT batch_id AS "batchId", NOT EXISTS (SELECT FROM payout_batch_row o
          WHERE o.batch_id = ended.batch_id AND o.state IN ('placed', 'released') AND o.payout_id <> $1) AS "isLast"
        FROM ended`,
      values: [payoutId],
    });
    return ended;
  }

  /** The batches that have rows to a recipient which are not released. */
  async batchesTo(tx: Queryable, destinationId: string): Promise<readonly string[]> {
    const rows = await tx.query<{ batchId: string }>({
      name: 'batch-rows-to',
      text: `SELECT DISTINCT r.batch_id AS "batchId" FROM payout p JOIN payout_batch_row r USING (payout_id)
        WHERE p.destination_id = $1 AND p.state = 'pending' AND r.state = 'placed' ORDER BY r.batch_id`,
      values: [destinationId],
    });
    return rows.map(({ batchId }) => batchId);
  }

  async hasOpen(tx: Queryable, batchId: string): Promise<boolean> {
    const rows = await tx.query({
      name: 'batch-rows-open',
      text: `SELECT number FROM payout_batch_row WHERE batch_id = $1 AND state IN ('placed', 'released') LIMIT 1`,
      values: [batchId],
    });
    return rows.length > 0;
  }
}

const putSql = `
  INSERT INTO payout_batch_row AS r (batch_id, number, rail, phone, phone_masked, phone_index, name, name_check, reference, amount, fee, faults)
  SELECT $1, number, rail, phone, masked, index, name, CASE WHEN name IS NOT NULL THEN 'waiting' END, reference, amount, fee,
    string_to_array(faults, ',')
  FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::text[])
    AS given (number, rail, phone, masked, index, name, reference, amount, fee, faults)
  ON CONFLICT (batch_id, number) DO UPDATE SET rail = excluded.rail, phone = excluded.phone, phone_masked = excluded.phone_masked,
    phone_index = excluded.phone_index, name = excluded.name, name_check = excluded.name_check, reference = excluded.reference,
    amount = excluded.amount, fee = excluded.fee, faults = excluded.faults`;

/** Rows find their warnings in a map: the plan of a join would depend on what the server knows of a table that has just grown. */
const warnSql = `
  UPDATE payout_batch_row r SET warnings = ARRAY (SELECT jsonb_array_elements_text(warned.by_phone -> r.phone_index))
  FROM (
    SELECT jsonb_object_agg(phone_index, to_jsonb(array_remove(ARRAY[
      CASE WHEN here > 1 THEN 'double_in_batch' END, CASE WHEN earlier > 0 THEN 'paid_recently' END], NULL))) AS by_phone
    FROM (
      SELECT o.phone_index, count(*) FILTER (WHERE o.batch_id = $1) AS here, count(*) FILTER (WHERE o.batch_id <> $1) AS earlier
      FROM payout_batch_row o
      WHERE o.batch_id = $1 OR o.batch_id = ANY (ARRAY (
        SELECT e.batch_id FROM payout_batch e JOIN payout_batch b ON (b.merchant_id, b.ledger) = (e.merchant_id, e.ledger)
        WHERE b.batch_id = $1 AND e.batch_id <> $1 AND e.approved_at > clock_timestamp() - interval '${BATCH_LOOKS_BACK_DAYS} days'))
      GROUP BY o.phone_index) AS counted
    WHERE here > 0 AND here + earlier > 1) AS warned
  WHERE r.batch_id = $1 AND warned.by_phone ? r.phone_index`;

const rowsSql = `
  SELECT r.number, r.rail, r.phone, r.phone_masked AS "phoneMasked", r.phone_index AS "phoneIndex", r.name, r.reference, r.amount, r.fee,
    r.faults, r.warnings, r.name_check AS "nameCheck", r.payout_id AS "payoutId", p.state AS "payoutState", p.failure_code AS "failureCode",
    o.state AS "operationState", d.usable_at AS "usableAt"
  FROM payout_batch_row r LEFT JOIN payout p ON p.payout_id = r.payout_id LEFT JOIN rail_operation o ON o.operation_id = p.payout_id
    LEFT JOIN payout_destination d ON d.destination_id = r.destination_id
  WHERE r.batch_id = $1`;

/** A batch that is paused or canceled meanwhile keeps its rows: its row is locked, too. Rows of test mode take no place of live ones. */
const releaseSql = `
  WITH free AS (
    SELECT greatest($2 - count(*), 0) AS places FROM payout_batch_row r JOIN rail_operation o ON o.operation_id = r.payout_id
    WHERE r.rail = $1 AND (o.ledger > 999) = $3 AND r.state = 'released' AND o.state IN ('requested', 'submitting')),
  due AS (
    SELECT r.batch_id, r.number, payer.turn, row_number() OVER (PARTITION BY payer.turn ORDER BY r.due_at, r.batch_id, r.number) AS round
    FROM unnest($4::text[], $5::smallint[]) WITH ORDINALITY AS payer (merchant_id, ledger, turn)
      JOIN payout_batch b USING (merchant_id, ledger) CROSS JOIN LATERAL (
        SELECT * FROM payout_batch_row WHERE batch_id = b.batch_id AND rail = $1 AND state = 'placed' AND due_at <= statement_timestamp()
        ORDER BY due_at, number LIMIT (SELECT places FROM free)) AS r
    WHERE (b.ledger > 999) = $3 AND b.state = 'processing'
    ORDER BY round, payer.turn LIMIT (SELECT places FROM free)),
  taken AS (
    SELECT due.*, b.merchant_id, b.ledger FROM due JOIN payout_batch_row r USING (batch_id, number) JOIN payout_batch b USING (batch_id)
    WHERE r.state = 'placed' AND b.state = 'processing'
    FOR UPDATE OF r SKIP LOCKED FOR SHARE OF b SKIP LOCKED),
  released AS (
    UPDATE payout_batch_row r SET state = 'released' FROM taken, payout_destination d
    WHERE (r.batch_id, r.number) = (taken.batch_id, taken.number) AND d.destination_id = r.destination_id
    RETURNING r.payout_id, r.destination_id, d.phone, taken.*)
  SELECT payout_id AS "payoutId", destination_id AS "destinationId", phone, merchant_id AS "merchantId", ledger
  FROM released ORDER BY round, turn`;
