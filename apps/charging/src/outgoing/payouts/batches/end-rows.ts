import { Injectable } from '@nestjs/common';
import { payoutBatchCompleted } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { StoredPayout } from '../domain/payout.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { BatchesRepository } from './batches.repository.js';
import { batchMovedOf } from './batches.view.js';
import { PlacedBatchesRepository } from './placed-batches.repository.js';
import type { StoredBatch } from './stored-batch.js';

/** Ends the rows of payouts that have ended, and a batch with its last row. The transaction has locked the account of the merchant. */
@Injectable()
export class EndRows {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly rows: BatchRowsRepository,
    private readonly placed: PlacedBatchesRepository,
  ) {}

  async of(tx: Transaction, { payoutId, source }: StoredPayout): Promise<void> {
    if (source !== 'batch') return;
    const ended = await this.rows.end(tx, payoutId);
    if (ended === undefined) throw new Error('a payout of a batch has no row that was released');
    if (ended.isLast) await this.#complete(tx, ended.batchId);
  }

  /** Cancels the rows of an approved batch that were not released; the others go on. */
  async cancelRest(tx: Transaction, batchId: string): Promise<StoredBatch> {
    await this.placed.cancel(tx, batchId);
    const noted = await this.batches.noteCanceled(tx, batchId);
    return (await this.rows.hasOpen(tx, batchId)) ? noted : this.#complete(tx, batchId);
  }

  /** Cancels the rows to a recipient that were not released, in all batches, and ends those of which they were the last. */
  async cancelTo(tx: Transaction, destinationId: string): Promise<void> {
    for (const batchId of await this.rows.batchesTo(tx, destinationId)) {
      await this.batches.lock(tx, batchId);
      await this.placed.cancel(tx, batchId, destinationId);
      if (!(await this.rows.hasOpen(tx, batchId))) await this.#complete(tx, batchId);
    }
  }

  async #complete(tx: Transaction, batchId: string): Promise<StoredBatch> {
    const completed = await this.batches.move(tx, batchId, 'completed');
    tx.emit(payoutBatchCompleted, batchMovedOf(completed));
    return completed;
  }
}
