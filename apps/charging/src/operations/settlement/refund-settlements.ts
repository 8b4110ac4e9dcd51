import { Injectable } from '@nestjs/common';
import { refundCompleted, refundFailed } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Statement } from '@paygate/platform';
import { LockedBalances } from '../../books/sums/locked-balances.js';
import { reach } from '../../failpoints.js';
import { RefundMetrics } from '../../outgoing/refunds/refund-metrics.js';
import { RefundsRepository } from '../../outgoing/refunds/refunds.repository.js';
import { refundEndedOf } from '../../outgoing/refunds/refunds.view.js';
import type { RailOperation } from '../operation.js';
import { idsOf } from '../operation.js';
import { declineStatement, succeedStatement } from './held-decisions.js';
import type { Decision, Decline } from './settlements.repository.js';

/**
 * Decides the operations of refunds. Each decision is one transaction that locks the charge and the merchant's account, moves the
 * operation under its guard and, only if it moved, ends refund and hold, posts and emits the event: of two that decide at the same
 * time, one does nothing.
 */
@Injectable()
export class RefundSettlements {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly refunds: RefundsRepository,
    private readonly locked: LockedBalances,
    private readonly metrics: RefundMetrics,
  ) {}

  /** The rail has given the money back: the hold is posted. */
  succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    return this.#settle(operation, succeedStatement(operation, decision), async (tx, suspended) => {
      const refund = await this.refunds.complete(tx, operation.operationId, suspended !== null);
      tx.emit(refundCompleted, refundEndedOf(refund, await this.refunds.completed(tx, refund.intentId)));
      tx.afterCommit(() => {
        this.metrics.completed(operation.rail);
      });
    });
  }

  /** No money has gone back, and none will: the hold is voided. */
  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    return this.#settle(operation, declineStatement(operation, decline), async (tx) => {
      const refund = await this.refunds.fail(tx, operation.operationId, decline.code);
      tx.emit(refundFailed, refundEndedOf(refund, await this.refunds.completed(tx, refund.intentId)));
      tx.afterCommit(() => {
        this.metrics.failed(operation.rail, decline.code, idsOf(operation));
      });
    });
  }

  async #settle(
    operation: RailOperation,
    statement: Statement,
    end: (tx: Transaction, suspended: bigint | null) => Promise<void>,
  ): Promise<boolean> {
    const { operationId, merchantId, ledger, requestId, traceparent } = operation;
    return this.unitOfWork.run(
      async (tx) => {
        await this.refunds.lockChargeOf(tx, operationId);
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
