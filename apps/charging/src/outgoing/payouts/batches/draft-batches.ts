import { Injectable } from '@nestjs/common';
import type {
  ActOnPayoutBatchCommand,
  AddPayoutBatchRowsCommand,
  CreatePayoutBatchCommand,
  PayoutBatch,
  Refusal,
  Reply,
} from '@paygate/contracts';
import {
  accept,
  actedInCharging,
  BATCH_ROWS_MAX,
  isRefusal,
  merchantActed,
  OPEN_BATCHES_MAX,
  refuse,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { BatchRecords, TooManyRows, unexpected } from './batch-records.js';
import { BatchTerms } from './batch-terms.js';
import type { StoredBatch } from './stored-batch.js';
import { isOfMember } from './stored-batch.js';
import { CheckNames } from './names/check-names.js';
import { ReadRows } from './read-rows.js';

/** Recipients are paid in the currency of their operators, of which there is one. */
const CURRENCY = 'XAF';

/** Drafts batches and seals them. No money moves. */
@Injectable()
export class DraftBatches {
  constructor(
    private readonly records: BatchRecords,
    private readonly readRows: ReadRows,
    private readonly terms: BatchTerms,
    private readonly names: CheckNames,
  ) {}

  async create(message: Received<CreatePayoutBatchCommand>): Promise<Reply<PayoutBatch>> {
    const { payload, producer, id: causationId, requestId } = message;
    const { batchId, merchantId, mode, name, actor = null, idempotency } = payload;
    const { keyHash, bodyHash, contentHash = null } = idempotency;
    const rows = this.readRows.read(payload.rows, batchId, mode);
    const draft = { batchId, merchantId, ledger: ledgerOf(mode, CURRENCY), name, draftedBy: actor };
    const decided = await this.records.unitOfWork.run<Drafted | Refusal>(
      async (tx) => {
        const known = await this.records.batches.known(tx, { ...draft, keyHash, bodyHash, contentHash });
        if (known !== undefined) {
          const isSame = known.keyHash === keyHash && isSameContent(known, { bodyHash, contentHash });
          return isSame ? { batch: known, replayed: true } : refuse('idempotency_key_reused');
        }
        if ((await this.records.batches.countOpen(tx, draft)) >= OPEN_BATCHES_MAX) {
          const detail = `The account has ${OPEN_BATCHES_MAX} batches that are drafts or wait for an approval.`;
          return refuse('payout_batch_limit_reached', { detail, fields: { limit: OPEN_BATCHES_MAX } });
        }
        await this.records.batches.insert(tx, { ...draft, keyHash, bodyHash, contentHash });
        if (rows.length > 0) await this.records.rows.put(tx, batchId, rows);
        tx.emit(actedInCharging, merchantActed({ producer, payload }, 'payout_batch.drafted', batchId));
        return { batch: await this.records.batches.lock(tx, batchId) };
      },
      { requestId, causationId },
    );
    if (isRefusal(decided)) return decided;
    const { batch, ...more } = decided;
    return { ...accept(await this.records.views.of(batch)), ...more };
  }

  add(message: Received<AddPayoutBatchRowsCommand>): Promise<Reply<PayoutBatch>> {
    const { batchId, mode, actor } = message.payload;
    const rows = this.readRows.read(message.payload.rows, batchId, mode);
    return this.records.change(message, async (tx, batch) => {
      if (batch.state !== 'draft') return unexpected(batch);
      // whoever drafts a batch stands behind all of its rows
      if (isOfMember(batch) && batch.draftedBy !== actor)
        return unexpected(batch, 'Only the member who has drafted the batch adds rows to it.');
      await this.records.rows.put(tx, batchId, rows);
      const added = await this.records.batches.lock(tx, batchId);
      if (added.rowCount > BATCH_ROWS_MAX) throw new TooManyRows();
      return added;
    });
  }

  seal(message: Received<ActOnPayoutBatchCommand>): Promise<Reply<PayoutBatch>> {
    return this.records.change(message, async (tx, batch) => {
      if (batch.state === 'ready') return batch;
      if (batch.state !== 'draft') return unexpected(batch);
      if (batch.rowCount === 0) return refuse('payout_batch_faulty', { detail: 'The batch has no rows.' });
      if (batch.faultCount > 0)
        return refuse('payout_batch_faulty', { detail: `${batch.faultCount} rows of the batch cannot be paid.` });
      const refusal = this.terms.refusalOf(batch.amount + batch.fee);
      if (refusal !== undefined) return refusal;
      await this.records.rows.warn(tx, batch.batchId);
      tx.emit(actedInCharging, merchantActed(message, 'payout_batch.sealed', batch.batchId));
      tx.afterCommit(() => {
        this.names.wake();
      });
      return this.records.batches.seal(tx, { ...batch, aloneMax: this.terms.aloneMax });
    });
  }
}

interface Drafted {
  readonly batch: StoredBatch;
  readonly replayed?: true;
}
