import { Injectable } from '@nestjs/common';
import { RECEIPT_DAYS, RECEIPTS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, inBatches } from '@paygate/platform';

const BATCH = 10_000;
/** The first receipt follows the completion, so its row outlives the time in which another can be sent. */
const KEPT_DAYS = RECEIPT_DAYS + 1;

/** The number of receipts of each payment. */
@Injectable()
export class ReceiptsRepository {
  constructor(private readonly database: Database) {}

  /** Counts a receipt; undefined when the payment has had as many as it may. Concurrent ones are counted one after the other. */
  async count(tx: DatabaseTransaction, intentId: string): Promise<number | undefined> {
    const [row] = await tx.query<{ sent: number }>({
      name: 'otp-receipt-count',
      text: `INSERT INTO otp_receipt AS r (intent_id, sent) VALUES ($1, 1)
        ON CONFLICT (intent_id) DO UPDATE SET sent = r.sent + 1 WHERE r.sent < $2 RETURNING sent`,
      values: [intentId, RECEIPTS_MAX],
    });
    return row?.sent;
  }

  /** Deletes the counts of payments that get no receipts any more. */
  async deleteExpired(): Promise<void> {
    await inBatches(BATCH, (most) =>
      this.database.execute({
        name: 'otp-delete-receipts',
        text: `DELETE FROM otp_receipt WHERE ctid = ANY (ARRAY (SELECT ctid FROM otp_receipt
          WHERE at < (SELECT clock_timestamp()) - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        values: [KEPT_DAYS, most],
      }),
    );
  }
}
