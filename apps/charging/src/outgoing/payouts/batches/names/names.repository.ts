import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode, NameCheck } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { LedgerNumber } from '../../../../books/ledger/domain/ledger.js';

/** A row whose name is to be compared. */
export interface NamedRow {
  readonly batchId: string;
  readonly number: number;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly rail: MobileOperator;
  /** Sealed for the row, as is the name. */
  readonly phone: string;
  readonly name: string;
}

/** The comparisons of the names of recipients. */
@Injectable()
export class NamesRepository {
  constructor(private readonly database: Database) {}

  /** Takes rows of sealed batches of a mode whose names wait. One that is taken and not answered is taken again after a minute. */
  take(mode: Mode, limit: number): Promise<readonly NamedRow[]> {
    const values = [limit, mode === 'test'];
    return this.database.query<NamedRow>({ name: 'batch-names-take', text: takeSql, values });
  }

  async answer({ batchId, number }: NamedRow, check: NameCheck): Promise<void> {
    await this.database.query({
      name: 'batch-name-answer',
      text: `UPDATE payout_batch_row SET name_check = $3, name_checked_at = clock_timestamp()
        WHERE batch_id = $1 AND number = $2 AND name_check = 'waiting'`,
      values: [batchId, number, check],
    });
  }

  /** Counts a question. False when those of the day, of Africa/Douala, have been asked. */
  async count(merchantId: string, mode: Mode, perDay: number): Promise<boolean> {
    const rows = await this.database.query({
      name: 'batch-name-count',
      text: `INSERT INTO recipient_lookup AS l (merchant_id, test_mode, day, count)
        VALUES ($1, $2, (clock_timestamp() AT TIME ZONE 'Africa/Douala')::date, 1)
        ON CONFLICT (merchant_id, test_mode, day) DO UPDATE SET count = l.count + 1 WHERE l.count < $3
        RETURNING count`,
      values: [merchantId, mode === 'test', perDay],
    });
    return rows.length > 0;
  }
}

const takeSql = `
  UPDATE payout_batch_row r SET name_checked_at = clock_timestamp()
  FROM (
    SELECT w.batch_id, w.number, b.merchant_id, b.ledger FROM payout_batch_row w JOIN payout_batch b USING (batch_id)
    WHERE w.name_check = 'waiting' AND b.state = 'ready' AND (b.ledger > 999) = $2
      AND (w.name_checked_at IS NULL OR w.name_checked_at < clock_timestamp() - interval '1 minute')
    ORDER BY w.batch_id, w.number LIMIT $1 FOR UPDATE OF w SKIP LOCKED) AS taken
  WHERE (r.batch_id, r.number) = (taken.batch_id, taken.number)
  RETURNING r.batch_id AS "batchId", r.number, taken.merchant_id AS "merchantId", taken.ledger, r.rail, r.phone, r.name`;
