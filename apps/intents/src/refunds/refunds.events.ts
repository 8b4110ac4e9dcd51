import { Controller } from '@nestjs/common';
import type { RefundEnded } from '@paygate/contracts';
import { intentRefunded, intentRefundFailed, refundCompleted, refundFailed } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { RecordRefunds } from './record-refunds.js';

/** Ends of refunds, published by charging. */
@Controller()
export class RefundsEvents {
  constructor(private readonly recordRefunds: RecordRefunds) {}

  @HandleEventBatch(refundCompleted)
  completed(batch: readonly Received<RefundEnded>[]): Promise<void> {
    return this.recordRefunds.ingest(batch, intentRefunded);
  }

  @HandleEventBatch(refundFailed)
  failed(batch: readonly Received<RefundEnded>[]): Promise<void> {
    return this.recordRefunds.ingest(batch, intentRefundFailed);
  }
}
