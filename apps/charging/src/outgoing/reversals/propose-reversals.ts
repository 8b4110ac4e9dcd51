import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@paygate/messaging';
import type { Queryable } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { ProposeReversalCommand, Reply, ReversalInfo } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { RailOperation } from '../../rails/operations/operation.js';
import { Purposes } from '../../rails/operations/settlement/purposes.js';
import { ProposalsRepository } from './proposals.repository.js';
import { ReversalsRepository } from './reversals.repository.js';
import { reversalOf } from './reversals.view.js';

/** The name of what a query reports: a rail that is asked again reports it again. */
const QUERY_REPORT = 'query';
const NO_ROOM = {
  param: 'amount',
  detail: 'the rail has collected less for this payment, or a reversal of it is proposed already',
};
const NO_PAYMENT = { param: 'intentId', detail: 'no payment with this id was collected by a rail in this mode' };

/**
 * Proposes reversals, by which no money moves: a statement may be wrong, and a final state is for people alone to change. Proposals of a
 * statement and of a query commit with what has reported them.
 */
@Injectable()
export class ProposeReversals {
  constructor(
    private readonly proposals: ProposalsRepository,
    private readonly reversals: ReversalsRepository,
    private readonly unitOfWork: UnitOfWork,
    purposes: Purposes,
  ) {
    purposes.onTakenBack((tx, operation, remark) => this.#fromQuery(tx, operation, remark));
  }

  /** By a person, for what a rail has told people. Repeating it changes nothing. */
  propose(command: ProposeReversalCommand): Promise<Reply<ReversalInfo>> {
    const { reversalId, mode, intentId, amount, said, person } = command;
    return this.unitOfWork.run(async (tx) => {
      const known = await this.reversals.find(reversalId, tx);
      if (known !== undefined) return accept(reversalOf(known));
      const chargeId = await this.proposals.chargeOf(tx, intentId, mode);
      if (chargeId === undefined) return refuse('parameter_invalid', NO_PAYMENT);
      const report = { reversalId, chargeId, amount: BigInt(amount), report: reversalId, said };
      await this.proposals.insert(tx, [report], { source: 'person', person });
      const proposed = await this.reversals.find(reversalId, tx);
      return proposed === undefined ? refuse('parameter_invalid', NO_ROOM) : accept(reversalOf(proposed));
    });
  }

  async #fromQuery(tx: Queryable, operation: RailOperation, said: string): Promise<void> {
    const { operationId: chargeId, suspendedAmount, amount } = operation;
    const report = { chargeId, amount: suspendedAmount ?? amount, report: QUERY_REPORT, said };
    await this.proposals.insert(tx, [{ ...report, reversalId: newId('reversal') }], { source: 'query' });
  }
}
