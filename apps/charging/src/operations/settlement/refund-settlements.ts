import { Injectable } from '@nestjs/common';
import { refundCompleted, refundFailed } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Statement } from '@paygate/platform';
import { reach } from '../../failpoints.js';
import { RefundMetrics } from '../../refunds/refund-metrics.js';
import { RefundsRepository } from '../../refunds/refunds.repository.js';
import { refundEndedOf } from '../../refunds/refunds.view.js';
import type { RailOperation } from '../operation.js';
import { idsOf, isDecidableSql } from '../operation.js';
import type { Decision, Decline } from './settlements.repository.js';
import { COVERED, decidedSql, tooLateSql, UNDISPUTED } from './settlements.repository.js';

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
        await this.refunds.lockBalance(tx, { merchantId, ledger });
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

function succeedStatement({ operationId, lease }: RailOperation, { decider, remark }: Decision): Statement {
  const values = [operationId, remark, lease];
  return decider === 'rail'
    ? { name: 'refund-succeed', text: succeedSql.rail, values }
    : { name: 'refund-decide-succeeded', text: succeedSql.operator, values: [...values, decider.notFoundSeconds] };
}

function declineStatement({ operationId, lease }: RailOperation, decline: Decline): Statement {
  const { decider, remark, startSeconds, attempt = null } = decline;
  const values = [operationId, remark, lease];
  if (startSeconds !== undefined)
    return { name: 'refund-decline-unsent', text: declineSql.unsent, values: [...values, startSeconds] };
  return decider === 'rail'
    ? { name: 'refund-decline', text: declineSql.rail, values: [...values, attempt] }
    : { name: 'refund-decide-declined', text: declineSql.operator, values: [...values, decider.notFoundSeconds] };
}

const succeedSql = {
  rail: decidedSql('succeed', '$3', `${UNDISPUTED} AND ${COVERED}`),
  operator: decidedSql('decide-succeeded', '$3', `${COVERED} AND ${isDecidableSql('$4')}`),
};

const declineSql = {
  rail: decidedSql('decline', '$3', `${UNDISPUTED} AND ($4::integer IS NULL OR attempt = $4)`),
  operator: decidedSql('decide-declined', '$3', isDecidableSql('$4')),
  unsent: decidedSql('decline-unsent', '$3', tooLateSql('$4')),
};
