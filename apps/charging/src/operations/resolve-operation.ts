import { Injectable } from '@nestjs/common';
import type { RailOperationResolved, Reply, Resolution, ResolveRailOperationCommand } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { RailOperation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';
import { PollTimes } from './poll-times.js';
import { SettleOperation } from './settlement/settle-operation.js';

/**
 * An operator decides an operation that is escalated, or of which its rail has long known nothing, with what the rail's own people have
 * said, or acknowledges the contradiction of a decided one.
 */
@Injectable()
export class ResolveOperation {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly settle: SettleOperation,
    private readonly times: PollTimes,
  ) {}

  /** Repeating it changes nothing. */
  async resolve({
    chargeId,
    refundId,
    resolution,
  }: ResolveRailOperationCommand): Promise<Reply<RailOperationResolved>> {
    const operationId = refundId ?? chargeId ?? '';
    const named = refundId === undefined ? { chargeId: operationId } : { refundId };
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
      return refuse('parameter_invalid', { param: refundId === undefined ? 'chargeId' : 'refundId', detail });
    }
    const detail =
      resolution === 'acknowledged'
        ? 'the charge must be decided first'
        : 'less was collected than the charge asks for';
    return refuse('parameter_invalid', { param: 'resolution', detail });
  }

  /** A decision that is repeated acknowledges nothing: the rail may have contradicted it meanwhile. */
  async #apply(operation: RailOperation, resolution: Resolution): Promise<unknown> {
    if (resolution === 'acknowledged') return this.operations.acknowledge(operation);
    const { notFoundSeconds } = this.times;
    const decision = { decider: { notFoundSeconds }, remark: 'decided by an operator' };
    return resolution === 'succeeded'
      ? this.settle.succeed(operation, decision)
      : this.settle.decline(operation, { ...decision, code: 'rail_error' });
  }
}
