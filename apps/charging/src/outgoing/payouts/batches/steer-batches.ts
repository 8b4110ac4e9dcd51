import { Injectable } from '@nestjs/common';
import type { ActOnPayoutBatchCommand, PayoutBatch, Reply } from '@paygate/contracts';
import { actedInCharging, merchantActed } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { BatchRecords, unexpected } from './batch-records.js';
import { EndRows } from './end-rows.js';
import { JudgeBatches } from './judge-batches.js';
import { ReleaseRows } from './release-rows.js';

/** Pauses, resumes and cancels batches. A row is canceled under the lock of the account, as whatever ends a payout. */
@Injectable()
export class SteerBatches {
  constructor(
    private readonly records: BatchRecords,
    private readonly judge: JudgeBatches,
    private readonly ends: EndRows,
    private readonly release: ReleaseRows,
  ) {}

  pause(message: Received<ActOnPayoutBatchCommand>): Promise<Reply<PayoutBatch>> {
    return this.records.change(message, async (tx, batch) => {
      if (batch.state === 'paused') return batch;
      if (batch.state !== 'processing') return unexpected(batch);
      tx.emit(actedInCharging, merchantActed(message, 'payout_batch.paused', batch.batchId));
      return this.records.batches.move(tx, batch.batchId, 'paused');
    });
  }

  resume(message: Received<ActOnPayoutBatchCommand>): Promise<Reply<PayoutBatch>> {
    return this.records.change(message, async (tx, batch) => {
      if (batch.state === 'processing') return batch;
      if (batch.state !== 'paused') return unexpected(batch);
      tx.emit(actedInCharging, merchantActed(message, 'payout_batch.resumed', batch.batchId));
      tx.afterCommit(() => {
        this.release.wake();
      });
      return this.records.batches.move(tx, batch.batchId, 'processing');
    });
  }

  cancel(message: Received<ActOnPayoutBatchCommand>): Promise<Reply<PayoutBatch>> {
    return this.records.change(
      message,
      async (tx, batch) => {
        if (batch.canceledAt !== null) return batch;
        if (batch.state === 'completed') return unexpected(batch);
        tx.emit(actedInCharging, merchantActed(message, 'payout_batch.canceled', batch.batchId));
        if (batch.state === 'draft' || batch.state === 'ready')
          return this.records.batches.move(tx, batch.batchId, 'canceled');
        return this.ends.cancelRest(tx, batch.batchId);
      },
      (tx, batch) => (batch.approvedAt === null ? Promise.resolve() : this.judge.lock(tx, batch)),
    );
  }
}
