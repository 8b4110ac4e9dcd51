import { Injectable } from '@nestjs/common';
import type { RailOperationResolved, Reply, Resolution, ResolveRailOperationCommand } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { RailOperation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';
import { PollTimes } from './pace/poll-times.js';
import { Purposes } from './settlement/purposes.js';

/**
 * The installation's team decides an operation that is escalated, or of which its rail has long known nothing, with what the rail's own people have
 * said, or acknowledges the contradiction of a decided one.
 */
@Injectable()
export class ResolveOperation {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly purposes: Purposes,
    private readonly times: PollTimes,
  ) {}

  /** Repeating it changes nothing. */
  async resolve({ resolution, ...ids }: ResolveRailOperationCommand): Promise<Reply<RailOperationResolved>> {
    const [param = 'chargeId', operationId = ''] = namedIn(ids);
    const named = { [param]: operationId };
    const operation = await this.operations.find(operationId);
    if (operation !== undefined) await this.#apply(operation, resolution);
    const state = (await this.operations.find(operationId))?.state;
    if (state === 'succeeded' || state === 'declined') return accept({ ...named, state });
    if (operation?.state !== 'escalated') {
      const wait = `the rail has known nothing of it for ${this.times.notFoundSeconds} seconds`;
      const detail =
        operation?.state === 'in_doubt'
          ? `the operation is in doubt: it may be decided once ${wait}`
          : 'no operation in doubt and no escalated one has this id';
      return refuse('parameter_invalid', { param, detail });
    }
    return refuse('parameter_invalid', { param: 'resolution', detail: undecided[resolution] });
  }

  /** A decision that is repeated acknowledges nothing: the rail may have contradicted it meanwhile. */
  async #apply(operation: RailOperation, resolution: Resolution): Promise<unknown> {
    if (resolution === 'acknowledged') return this.operations.acknowledge(operation);
    const purpose = this.purposes.of(operation.kind);
    if (resolution === 'rest_paid' || resolution === 'part_returned') return purpose.correct?.(operation, resolution);
    const { notFoundSeconds } = this.times;
    const decision = { decider: { notFoundSeconds }, remark: 'decided by an operator' };
    return resolution === 'succeeded'
      ? purpose.succeed(operation, decision)
      : purpose.decline(operation, { ...decision, code: 'rail_error' });
  }
}

/** The reasons for which an escalated operation stays undecided. */
const undecided: Readonly<Record<Resolution, string>> = {
  acknowledged: 'the operation must be decided first',
  succeeded: 'less has moved than was asked for',
  declined: 'a part was paid',
  rest_paid: 'this is for a payout or withdrawal of which the rail has paid less than was asked for',
  part_returned: 'this is for a payout or withdrawal of which the rail has paid another amount than was asked for',
};

/** The first id that names an operation, and its field. */
function namedIn({
  returnId,
  payoutId,
  refundId,
  chargeId,
  topUpId,
  withdrawalId,
}: Omit<ResolveRailOperationCommand, 'resolution'>): readonly [string, string] | readonly [] {
  if (returnId !== undefined) return ['returnId', returnId];
  if (topUpId !== undefined) return ['topUpId', topUpId];
  if (withdrawalId !== undefined) return ['withdrawalId', withdrawalId];
  if (payoutId !== undefined) return ['payoutId', payoutId];
  if (refundId !== undefined) return ['refundId', refundId];
  return chargeId === undefined ? [] : ['chargeId', chargeId];
}
