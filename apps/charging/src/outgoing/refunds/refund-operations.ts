import { Injectable } from '@nestjs/common';
import { refundCompleted, refundFailed } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { Holds } from '../../holds/holds.js';
import type { RailOperation } from '../../rails/operations/operation.js';
import { idsOf } from '../../rails/operations/operation.js';
import type { Decision, Decline, Moved } from '../../rails/operations/settlement/moves.js';
import { declinedMove, succeededMove, suspendedMove } from '../../rails/operations/settlement/moves.js';
import type { Purpose } from '../../rails/operations/settlement/purposes.js';
import { Purposes } from '../../rails/operations/settlement/purposes.js';
import { OutgoingMetrics } from '../outgoing-metrics.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundEndedOf } from './refunds.view.js';

/** Settles the operations of refunds. The charge is locked before the account of the merchant. */
@Injectable()
export class RefundOperations implements Purpose {
  readonly kind = 'refund';
  readonly chargeSql = '(SELECT charge_id FROM refund WHERE refund_id = rail_operation.operation_id)';

  constructor(
    private readonly refunds: RefundsRepository,
    private readonly holds: Holds,
    private readonly metrics: OutgoingMetrics,
    purposes: Purposes,
  ) {
    purposes.add(this);
  }

  succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    const { operationId, rail } = operation;
    return this.holds.post(operation, {
      guard: succeededMove(operation, decision),
      lock: (tx) => this.refunds.lockChargeOf(tx, operationId),
      end: async (tx, isInSuspense) => {
        const refund = await this.refunds.complete(tx, operationId, isInSuspense);
        tx.emit(refundCompleted, refundEndedOf(refund, await this.refunds.completed(tx, refund.intentId)));
        tx.afterCommit(() => {
          this.metrics.ended('refund', rail, 'completed');
        });
      },
    });
  }

  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    const { operationId, rail } = operation;
    return this.holds.void(operation, {
      guard: declinedMove(operation, decline),
      lock: (tx) => this.refunds.lockChargeOf(tx, operationId),
      end: async (tx) => {
        const refund = await this.refunds.fail(tx, operationId, decline.code);
        tx.emit(refundFailed, refundEndedOf(refund, await this.refunds.completed(tx, refund.intentId)));
        tx.afterCommit(() => {
          this.metrics.failed('refund', rail, decline.code, idsOf(operation));
        });
      },
    });
  }

  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    return this.holds.suspend(operation, suspendedMove(operation, newId('transfer'), moved));
  }
}
