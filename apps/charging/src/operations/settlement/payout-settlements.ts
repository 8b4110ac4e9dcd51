import { Injectable } from '@nestjs/common';
import type { Correction } from '@paygate/contracts';
import { payoutCompleted, payoutFailed } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Statement } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { LockedBalances } from '../../books/sums/locked-balances.js';
import { reach } from '../../failpoints.js';
import type { StoredPayout } from '../../outgoing/payouts/domain/payout.js';
import { PayoutMetrics } from '../../outgoing/payouts/payout-metrics.js';
import { PayoutsRepository } from '../../outgoing/payouts/payouts.repository.js';
import { payoutEndedOf } from '../../outgoing/payouts/payouts.view.js';
import type { RailOperation } from '../operation.js';
import { correctStatement, declineStatement, succeedStatement } from './held-decisions.js';
import type { Decision, Decline } from './settlements.repository.js';

/**
 * Decides the operations of payouts. Each decision is one transaction that locks the merchant's account, moves the operation under its
 * guard and, only if it moved, ends payout and hold, posts and emits the event: of two that decide at the same time, one does nothing.
 */
@Injectable()
export class PayoutSettlements {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly locked: LockedBalances,
    private readonly metrics: PayoutMetrics,
  ) {}

  /** The destination has the money: the hold is posted. */
  succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    return this.#settle(operation, succeedStatement(operation, decision), (tx, suspended) =>
      this.#complete(tx, operation, suspended !== null),
    );
  }

  /** No money has left, and none will: the hold is voided. */
  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    return this.#settle(operation, declineStatement(operation, decline), async (tx) => {
      const { operationId } = operation;
      const isUnsent = decline.startSeconds !== undefined;
      const payout = await (isUnsent
        ? this.payouts.failUnsent(tx, operationId)
        : this.payouts.fail(tx, operationId, decline.code));
      this.#failed(tx, payout);
    });
  }

  /** People have paid the rest, or the rail has returned its part: suspense is even again, and the payout ends as a whole. */
  correct(operation: RailOperation, correction: Correction): Promise<boolean> {
    const { operationId } = operation;
    return this.#settle(operation, correctStatement(operationId, correction), async (tx) => {
      if (correction === 'rest_paid') await this.#complete(tx, operation, true);
      else this.#failed(tx, await this.payouts.fail(tx, operationId, 'rail_error'));
      await this.payouts.correct(tx, operationId, newId('transfer'));
    });
  }

  async #complete(tx: Transaction, { operationId, rail }: RailOperation, isInSuspense: boolean): Promise<void> {
    tx.emit(payoutCompleted, payoutEndedOf(await this.payouts.complete(tx, operationId, isInSuspense)));
    tx.afterCommit(() => {
      this.metrics.ended(rail, 'completed');
    });
  }

  #failed(tx: Transaction, payout: StoredPayout): void {
    tx.emit(payoutFailed, payoutEndedOf(payout));
    tx.afterCommit(() => {
      this.metrics.failed(payout);
    });
  }

  async #settle(
    { merchantId, ledger, requestId, traceparent }: RailOperation,
    statement: Statement,
    end: (tx: Transaction, suspended: bigint | null) => Promise<void>,
  ): Promise<boolean> {
    return this.unitOfWork.run(
      async (tx) => {
        await this.locked.lock(tx, { merchantId, ledger });
        const [moved] = await tx.query<{ suspended_amount: bigint | null }>(statement);
        if (moved === undefined) return false;
        await end(tx, moved.suspended_amount);
        tx.afterCommit(() => {
          reach('settled');
        });
        return true;
      },
      { requestId, traceparent: traceparent ?? undefined },
    );
  }
}
