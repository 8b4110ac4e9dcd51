import { Injectable } from '@nestjs/common';
import { actedInCharging, payoutCompleted, payoutFailed } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { RailOperation } from '../../rails/operations/operation.js';
import { OutgoingMetrics } from '../outgoing-metrics.js';
import { EndRows } from './batches/end-rows.js';
import type { StoredPayout } from './domain/payout.js';
import { PayoutsRepository } from './payouts.repository.js';
import { payoutEndedOf, payoutFailureOf } from './payouts.view.js';

/** Ends payouts, with their rows where they are of a batch. */
@Injectable()
export class EndPayouts {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly rows: EndRows,
    private readonly metrics: OutgoingMetrics,
  ) {}

  async complete(tx: Transaction, { operationId, rail }: RailOperation, isInSuspense: boolean): Promise<void> {
    const completed = await this.payouts.complete(tx, operationId, isInSuspense);
    await this.rows.of(tx, completed);
    tx.emit(payoutCompleted, payoutEndedOf(completed));
    tx.afterCommit(() => {
      this.metrics.ended('payout', rail, 'completed');
    });
  }

  /** Emits that a payout has failed. */
  async failed(tx: Transaction, payout: StoredPayout): Promise<void> {
    await this.rows.of(tx, payout);
    tx.emit(payoutFailed, payoutEndedOf(payout));
    // who revokes a destination knows, and that act has a notice of its own
    if (payout.failureCode !== 'destination_revoked') tx.emit(actedInCharging, payoutFailureOf(payout));
    tx.afterCommit(() => {
      this.metrics.failed('payout', payout.rail, payout.failureCode, { payoutId: payout.payoutId });
    });
  }
}
