import { defineEvent } from '../../kernel/message.js';
import { eventStreams } from '../../kernel/streams.js';
import { IsId, IsNested, IsTimestamp } from '../../schema/fields.js';
import { PayoutBatch } from './batch.js';

/** A batch was approved, or has no open row left. */
export class PayoutBatchMoved {
  /** The id of the event as the merchant sees it, minted with the change. */
  @IsId('event') eventId!: string;
  @IsId('merchant') merchantId!: string;
  @IsNested(() => PayoutBatch) batch!: PayoutBatch;
  @IsTimestamp() occurredAt!: string;
}

const moved = (type: string) =>
  defineEvent({
    type,
    stream: eventStreams.chargingPayouts,
    payload: PayoutBatchMoved,
    key: (payload: PayoutBatchMoved) => payload.batch.batchId,
  });

/** The money of all rows is held. */
export const payoutBatchApproved = moved('payout_batch.approved');
/** Each row has arrived, failed or was canceled. */
export const payoutBatchCompleted = moved('payout_batch.completed');
