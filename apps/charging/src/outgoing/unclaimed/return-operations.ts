import { Injectable } from '@nestjs/common';
import { newId } from '@paygate/platform';
import { Holds } from '../../holds/holds.js';
import type { RailOperation } from '../../rails/operations/operation.js';
import { idsOf } from '../../rails/operations/operation.js';
import type { Decision, Decline, Moved } from '../../rails/operations/settlement/moves.js';
import { declinedMove, succeededMove, suspendedMove } from '../../rails/operations/settlement/moves.js';
import type { Purpose } from '../../rails/operations/settlement/purposes.js';
import { Purposes } from '../../rails/operations/settlement/purposes.js';
import { OutgoingMetrics } from '../outgoing-metrics.js';
import { ReturnsRepository } from './returns.repository.js';

/** Settles the operations of returns: from suspense to the float that has paid, or back. */
@Injectable()
export class ReturnOperations implements Purpose {
  readonly kind = 'return';
  readonly chargeSql = 'NULL';

  constructor(
    private readonly returns: ReturnsRepository,
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
      end: async (tx, isInSuspense) => {
        await this.returns.complete(tx, operationId, isInSuspense);
        tx.afterCommit(() => {
          this.metrics.ended('return', rail, 'completed');
        });
      },
    });
  }

  decline(operation: RailOperation, decline: Decline): Promise<boolean> {
    const { operationId, rail } = operation;
    return this.holds.void(operation, {
      guard: declinedMove(operation, decline),
      end: async (tx) => {
        await this.returns.fail(tx, operationId, decline.code);
        tx.afterCommit(() => {
          this.metrics.failed('return', rail, decline.code, idsOf(operation));
        });
      },
    });
  }

  suspend(operation: RailOperation, moved: Moved): Promise<boolean> {
    return this.holds.suspend(operation, suspendedMove(operation, newId('transfer'), moved));
  }
}
