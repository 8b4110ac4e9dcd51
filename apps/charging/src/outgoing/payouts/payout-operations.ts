import { Injectable } from '@nestjs/common';
import type { Correction } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { Holds } from '../../holds/holds.js';
import type { RailOperation } from '../../rails/operations/operation.js';
import type { Decision, Decline, Moved } from '../../rails/operations/settlement/moves.js';
import {
  correctedMove,
  declinedMove,
  succeededMove,
  suspendedMove,
  withdrawnMove,
} from '../../rails/operations/settlement/moves.js';
import type { Purpose } from '../../rails/operations/settlement/purposes.js';
import { Purposes } from '../../rails/operations/settlement/purposes.js';
import { EndPayouts } from './end-payouts.js';
import { PayoutsRepository } from './payouts.repository.js';

/** Settles the operations of payouts. Nothing is sent to a destination that was revoked. */
@Injectable()
export class PayoutOperations implements Purpose {
  readonly kind = 'payout';
  readonly chargeSql = 'NULL';
  readonly maySendSql = `EXISTS (SELECT FROM payout p JOIN payout_destination d USING (destination_id)
    WHERE p.payout_id = rail_operation.operation_id AND d.revoked_at IS NULL)`;
  /** Of a payout that was paid in part all of the money would be available again. */
  readonly mayDeclineSql = 'suspended_amount IS NULL';

  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly holds: Holds,
    private readonly ends: EndPayouts,
    purposes: Purposes,
  ) {
    purposes.add(this);
  }

  succeed(operation: RailOperation, decision: Decision): Promise<boolean> {
    const end = (tx: Transaction, isInSuspense: boolean) => this.ends.complete(tx, operation, isInSuspense);
    return this.holds.post(operation, { guard: succeededMove(operation, decision), end });
  }

  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    const { operationId } = operation;
    const isUnsent = decline.startSeconds !== undefined;
    return this.holds.void(operation, {
      guard: declinedMove(operation, decline, this),
      end: async (tx) => {
        const failed = isUnsent
          ? this.payouts.failUnsent(tx, operationId)
          : this.payouts.fail(tx, operationId, decline.code);
        await this.ends.failed(tx, await failed);
      },
    });
  }

  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    return this.holds.suspend(operation, suspendedMove(operation, newId('transfer'), moved));
  }

  /** People have paid the rest, or the rail has returned its part: suspense is even again, and the payout ends as a whole. */
  correct(operation: RailOperation, correction: Correction): Promise<boolean> {
    const { operationId } = operation;
    return this.holds.post(operation, {
      guard: correctedMove(operation, correction),
      end: async (tx) => {
        if (correction === 'rest_paid') await this.ends.complete(tx, operation, true);
        else await this.ends.failed(tx, await this.payouts.fail(tx, operationId, 'rail_error'));
        await this.payouts.correct(tx, operationId, newId('transfer'));
      },
    });
  }

  /** Takes a payout back of which nothing was sent. False when a worker has begun to send it, or it has ended. */
  async withdraw(tx: Transaction, payoutId: string, remark: string): Promise<boolean> {
    const [moved] = await tx.query(withdrawnMove({ operationId: payoutId, kind: 'payout' }, remark));
    return moved !== undefined;
  }

  /** The same when its destination is revoked: the payout fails. */
  async stop(tx: Transaction, payoutId: string): Promise<boolean> {
    if (!(await this.withdraw(tx, payoutId, 'its destination was revoked'))) return false;
    await this.ends.failed(tx, await this.payouts.failUnsent(tx, payoutId));
    return true;
  }
}
