import { Injectable } from '@nestjs/common';
import type { PayoutBatch, PayoutBatchOfMerchant, Refusal, Reply } from '@paygate/contracts';
import { accept, BATCH_ROWS_MAX, isRefusal, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { BatchViews } from './batches.view.js';
import type { StoredBatch } from './stored-batch.js';

/** A change of a batch that the transaction has locked. */
export type BatchChange = (tx: Transaction, batch: StoredBatch) => Promise<StoredBatch | Refusal>;

/** A batch would have more rows than it may: what was added is rolled back. */
export class TooManyRows extends Error {}

/** The records that batches are decided by. */
@Injectable()
export class BatchRecords {
  constructor(
    readonly batches: BatchesRepository,
    readonly rows: BatchRowsRepository,
    readonly views: BatchViews,
    readonly unitOfWork: UnitOfWork,
  ) {}

  /** Changes a batch under its lock, in a transaction that `before` may begin with locks that come before it. */
  async change(
    message: Received<PayoutBatchOfMerchant>,
    change: BatchChange,
    before: (tx: Transaction, batch: StoredBatch) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Reply<PayoutBatch>> {
    const { payload, id: causationId, requestId } = message;
    const found = await this.batches.find(payload.merchantId, payload.mode, payload.batchId);
    if (found === undefined) return refuse('payout_batch_not_found');
    const work = async (tx: Transaction): Promise<StoredBatch | Refusal> => {
      await before(tx, found);
      return change(tx, await this.batches.lock(tx, found.batchId));
    };
    try {
      return await this.answer(await this.unitOfWork.run(work, { requestId, causationId }));
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error;
      const detail = `A batch has at most ${BATCH_ROWS_MAX} rows.`;
      return refuse('payout_batch_limit_reached', { detail, fields: { limit: BATCH_ROWS_MAX } });
    }
  }

  async answer(decided: StoredBatch | Refusal): Promise<Reply<PayoutBatch>> {
    return isRefusal(decided) ? decided : accept(await this.views.of(decided));
  }
}

/** The refusal of a batch that is in another state. */
export function unexpected({ state }: Pick<StoredBatch, 'state'>, detail?: string): Refusal {
  const fields = { currentStatus: state.toUpperCase() };
  return refuse('payout_batch_unexpected_state', detail === undefined ? { fields } : { detail, fields });
}
