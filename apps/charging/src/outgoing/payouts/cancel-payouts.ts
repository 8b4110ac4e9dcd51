import { Injectable } from '@nestjs/common';
import type { CancelPayoutCommand, Payout, Reply } from '@paygate/contracts';
import { accept, actedInCharging, merchantActed, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { OutgoingMetrics } from '../outgoing-metrics.js';
import { PayoutOperations } from './payout-operations.js';
import { PayoutRecords } from './payout-records.js';
import { payoutOf } from './payouts.view.js';

/** Cancels payouts of which nothing was sent. Whoever moves the operation first wins: the worker that sends it, or this. */
@Injectable()
export class CancelPayouts {
  constructor(
    private readonly records: PayoutRecords,
    private readonly operations: PayoutOperations,
    private readonly metrics: OutgoingMetrics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async cancel({ payload, producer, id, requestId }: Received<CancelPayoutCommand>): Promise<Reply<Payout>> {
    const { merchantId, mode, payoutId } = payload;
    const found = await this.records.payouts.find(merchantId, mode, payoutId);
    if (found === undefined) return refuse('payout_not_found');
    if (found.source === 'batch') {
      const { status: currentStatus } = payoutOf(found);
      const detail = 'A payout of a batch is canceled with its batch.';
      return refuse('payout_unexpected_state', { detail, fields: { currentStatus } });
    }
    return this.unitOfWork.run<Reply<Payout>>(
      async (tx) => {
        await this.records.locked.lock(tx, found);
        if (!(await this.operations.withdraw(tx, payoutId, 'canceled by its owner'))) {
          const current = payoutOf((await this.records.payouts.find(merchantId, mode, payoutId, tx)) ?? found);
          const { status: currentStatus } = current;
          return currentStatus === 'CANCELED'
            ? accept(current)
            : refuse('payout_unexpected_state', { fields: { currentStatus } });
        }
        const canceled = await this.records.payouts.cancel(tx, payoutId);
        tx.emit(actedInCharging, merchantActed({ producer, payload }, 'payout.canceled', payoutId));
        tx.afterCommit(() => {
          this.metrics.ended('payout', found.rail, 'canceled');
        });
        return accept(payoutOf(canceled));
      },
      { requestId, causationId: id },
    );
  }
}
