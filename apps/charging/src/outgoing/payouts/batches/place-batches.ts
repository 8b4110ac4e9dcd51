import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import type { Placement } from './placed-batches.repository.js';
import { PlacedBatchesRepository } from './placed-batches.repository.js';
import { PreparePlacement } from './prepare-placement.js';
import { ReleaseRows } from './release-rows.js';
import type { StoredBatch } from './stored-batch.js';

/** Places the payouts of all rows of a batch, with the recipients that they go to. */
@Injectable()
export class PlaceBatches {
  constructor(
    readonly preparing: PreparePlacement,
    private readonly placed: PlacedBatchesRepository,
    private readonly release: ReleaseRows,
  ) {}

  /** Holds the money of all rows, or throws: the rows that are placed have to be those that were sealed. */
  async place(tx: Transaction, batch: StoredBatch, placement: Placement): Promise<void> {
    await this.placed.addRecipients(tx, batch, placement);
    const { rowCount, amount, fee, hash } = batch;
    const placed = await this.placed.place(tx, batch, placement);
    if (!isDeepStrictEqual({ ...placed }, { rowCount, amount, fee, hash }))
      throw new Error('the rows of a batch are not those that were sealed');
    tx.afterCommit(() => {
      this.release.wake();
    });
  }
}
