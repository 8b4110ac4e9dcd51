import { Injectable } from '@nestjs/common';
import type { ApprovePayoutBatchCommand, PayoutBatch, Refusal, Reply } from '@paygate/contracts';
import { actedInCharging, isRefusal, merchantActed, payoutBatchApproved, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { floatAccount, merchantAccount, platformAccount } from '../../../books/ledger/domain/ledger.js';
import { Holds } from '../../../holds/holds.js';
import { BatchRecords, unexpected } from './batch-records.js';
import { batchMovedOf } from './batches.view.js';
import type { StoredBatch } from './stored-batch.js';
import { approvalsMissing, personsOf } from './stored-batch.js';
import { JudgeBatches } from './judge-batches.js';
import type { Placement } from './placed-batches.repository.js';
import { PlaceBatches } from './place-batches.js';

/** Approves batches: the last approval that one needs holds the money of all rows, or of none. */
@Injectable()
export class ApproveBatches {
  constructor(
    private readonly records: BatchRecords,
    private readonly judge: JudgeBatches,
    private readonly places: PlaceBatches,
    private readonly holds: Holds,
  ) {}

  async approve(message: Received<ApprovePayoutBatchCommand>): Promise<Reply<PayoutBatch>> {
    const { payload, id: causationId, requestId } = message;
    const found = await this.records.batches.find(payload.merchantId, payload.mode, payload.batchId);
    if (found === undefined) return refuse('payout_batch_not_found');
    const early = mayApprove(found, payload);
    if (early !== undefined) return this.records.answer(early);
    // what takes long is done before the account is locked
    const placement = await this.places.preparing.prepare(found, payload.actor);
    if (isRefusal(placement)) return placement;
    const { merchantId, ledger } = found;
    const floats = [...new Set(Object.values(placement.floats))].map((owner) => floatAccount(owner, ledger));
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('fees', ledger), ...floats];
    const decided = await this.holds.place(accounts, { requestId, causationId }, (tx) =>
      this.#decide(tx, message, { found, placement }),
    );
    return this.records.answer(decided);
  }

  async #decide(
    tx: Transaction,
    message: Received<ApprovePayoutBatchCommand>,
    { found, placement }: { readonly found: StoredBatch; readonly placement: Placement },
  ): Promise<StoredBatch | Refusal> {
    const { actor } = message.payload;
    const usable = await this.judge.lock(tx, found);
    const locked = await this.records.batches.lock(tx, found.batchId);
    const early = mayApprove(locked, message.payload);
    if (early !== undefined) return early;
    const batch = await this.judge.withPersons(tx, locked, actor);
    const second = mayApprove(batch, message.payload);
    if (second !== undefined) return second;
    const isLast =
      approvalsMissing({ ...batch, approvals: [...batch.approvals, { memberId: actor, approvedAt: '' }] }) === 0;
    const refusal = isLast ? await this.judge.refusalOf(tx, batch, usable) : undefined;
    if (refusal !== undefined) return refusal;
    await this.records.batches.approve(tx, batch, actor);
    tx.emit(actedInCharging, merchantActed(message, 'payout_batch.approved', batch.batchId));
    if (!isLast) return this.records.batches.lock(tx, batch.batchId);
    await this.records.batches.move(tx, batch.batchId, 'processing');
    await this.places.place(tx, batch, placement);
    const placed = await this.records.batches.lock(tx, batch.batchId);
    tx.emit(payoutBatchApproved, batchMovedOf(placed));
    return placed;
  }
}

/** The answer that needs no decision: a repetition has the batch as it stands. Undefined when the member may approve it. */
function mayApprove(batch: StoredBatch, given: ApprovePayoutBatchCommand): StoredBatch | Refusal | undefined {
  const { actor } = given;
  const isRepeated = batch.approvals.some(({ memberId }) => memberId === actor);
  if (batch.state !== 'ready') return isRepeated && batch.approvedAt !== null ? batch : unexpected(batch);
  const total = (batch.amount + batch.fee).toString();
  if (batch.hash !== given.hash || batch.rowCount !== given.rowCount || total !== given.total)
    return refuse('payout_batch_changed');
  if (batch.repeats !== (given.repeats ?? null)) {
    const detail = batch.repeats === null ? undefined : `It has the rows of ${batch.repeats}.`;
    return refuse('payout_batch_repeated', { param: 'repeats', ...(detail === undefined ? {} : { detail }) });
  }
  return isRepeated || (batch.persons === 2 && personsOf(batch).has(actor))
    ? refuse('second_person_required')
    : undefined;
}
