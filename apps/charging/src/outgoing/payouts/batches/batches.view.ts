import { Injectable } from '@nestjs/common';
import type { BatchStatus, PayoutBatch, PayoutBatchMoved, PayoutBatchRow, PayoutStatus } from '@paygate/contracts';
import { Database, newId, RowSealer, Sealer } from '@paygate/platform';
import { ofLedger } from '../../../books/ledger/domain/ledger.js';
import { BalancesRepository } from '../../../books/sums/balances.repository.js';
import { ChargingConfig } from '../../../config.js';
import { payoutFailureMessages } from '../payouts.view.js';
import type { StoredBatch, StoredBatchRow } from './stored-batch.js';
import { approvalsMissing } from './stored-batch.js';

/** The fields of a row that are sealed, at rest and on the wire. */
const NAME = 'payout-batch.name';

/** Batches as other services see them. */
@Injectable()
export class BatchViews {
  readonly names: RowSealer<'payout-batch.name'>;

  constructor(
    private readonly balances: BalancesRepository,
    private readonly sealer: Sealer,
    private readonly database: Database,
    config: ChargingConfig,
  ) {
    this.names = new RowSealer('charging', config.CHARGING_DATA_KEYS);
  }

  /** A batch with what the balance lacks for it. */
  async of(batch: StoredBatch): Promise<PayoutBatch> {
    const [view = batchOf(batch)] = await this.all([batch]);
    return view;
  }

  /** Batches of one merchant and mode. */
  async all(batches: readonly StoredBatch[]): Promise<PayoutBatch[]> {
    const waiting = batches.find(isWaiting);
    if (waiting === undefined) return batches.map((batch) => batchOf(batch));
    const { available } = await this.balances.one(this.database, waiting.merchantId, waiting.ledger);
    return batches.map((batch) => {
      const missing = batch.amount + batch.fee - (available > 0n ? available : 0n);
      return batchOf(batch, isWaiting(batch) ? (missing > 0n ? missing : 0n) : undefined);
    });
  }

  row(batchId: string, row: StoredBatchRow): PayoutBatchRow {
    const { number, rail, phoneMasked, amount, fee, nameCheck, reference, payoutState, failureCode } = row;
    const name = row.name === null ? undefined : this.names.open(row.name, NAME, rowKey(batchId, number));
    return {
      ...{ number, phoneMasked, operator: rail, amount: amount.toString(), fee: fee.toString(), nameCheck, reference },
      ...{ faults: [...row.faults], warnings: row.warnings },
      ...(name === undefined ? {} : { name: this.sealer.seal('gateway', name, NAME) }),
      payoutId: row.payoutId,
      status: payoutState === null ? null : statusOf(payoutState, row.operationState),
      usableAt: row.usableAt?.toISOString() ?? null,
      failure: failureCode === null ? null : { code: failureCode, message: payoutFailureMessages[failureCode] },
    };
  }
}

/** The place of a row, by which what it holds is sealed. */
export function rowKey(batchId: string, number: number): string {
  return `${batchId}:${number}`;
}

/** The event of a batch, with an id of its own: it is made once, in the transaction that moves the batch. */
export function batchMovedOf(batch: StoredBatch): PayoutBatchMoved {
  const occurredAt = (batch.endedAt ?? batch.approvedAt ?? batch.createdAt).toISOString();
  return { eventId: newId('event'), merchantId: batch.merchantId, batch: batchOf(batch), occurredAt };
}

function isWaiting({ state }: StoredBatch): boolean {
  return state === 'draft' || state === 'ready';
}

function batchOf(batch: StoredBatch, missing?: bigint): PayoutBatch {
  const { batchId, merchantId, name, hash, rowCount, faultCount, warningCount, amount, fee, repeats, draftedBy } =
    batch;
  const { pending, processing, completed, failed, canceled } = batch;
  const { createdAt, sealedAt, approvedAt, canceledAt, endedAt } = batch;
  return {
    ...{ batchId, merchantId, name, status: batch.state.toUpperCase() as BatchStatus, hash },
    ...{ rowCount, faultCount, warningCount, repeats, draftedBy },
    ...{ amount: amount.toString(), fee: fee.toString(), total: (amount + fee).toString() },
    ...{ missing: missing?.toString() ?? null, ...ofLedger(batch.ledger) },
    counts: { pending, processing, completed, failed, canceled },
    names: {
      ...{ waiting: batch.namesWaiting, matches: batch.namesMatching },
      ...{ differs: batch.namesDiffering, unknown: batch.namesUnknown },
    },
    ...{ approvalsMissing: approvalsMissing(batch), approvals: [...batch.approvals] },
    createdAt: createdAt.toISOString(),
    sealedAt: sealedAt?.toISOString() ?? null,
    approvedAt: approvedAt?.toISOString() ?? null,
    canceledAt: canceledAt?.toISOString() ?? null,
    completedAt: batch.state === 'completed' && endedAt !== null ? endedAt.toISOString() : null,
  };
}

function statusOf(state: NonNullable<StoredBatchRow['payoutState']>, operationState: string | null): PayoutStatus {
  if (state !== 'pending') return ({ completed: 'COMPLETED', failed: 'FAILED', canceled: 'CANCELED' } as const)[state];
  return operationState === null || operationState === 'requested' ? 'PENDING' : 'PROCESSING';
}
