import { Injectable } from '@nestjs/common';
import type { RailOperationResolved, Reply, Resolution, ResolveRailOperationCommand } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { RailOperation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';
import { SettleOperation } from './settlement/settle-operation.js';

const DECISION = { decider: 'operator', remark: 'decided by an operator' } as const;

/**
 * An operator decides an operation that the rail leaves open, with what the rail's own people have said, or acknowledges the
 * contradiction of a decided one.
 */
@Injectable()
export class ResolveOperation {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly settle: SettleOperation,
  ) {}

  /** Repeating it changes nothing. */
  async resolve({ chargeId, resolution }: ResolveRailOperationCommand): Promise<Reply<RailOperationResolved>> {
    const operation = await this.operations.find(chargeId);
    if (operation !== undefined) await this.#apply(operation, resolution);
    const state = (await this.operations.find(chargeId))?.state;
    if (state === 'succeeded' || state === 'declined') return accept({ chargeId, state });
    if (operation?.state !== 'escalated')
      return refuse('parameter_invalid', { param: 'chargeId', detail: 'no escalated operation has this charge' });
    const detail =
      resolution === 'acknowledged'
        ? 'the charge must be decided first'
        : 'less was collected than the charge asks for';
    return refuse('parameter_invalid', { param: 'resolution', detail });
  }

  /** A decision that is repeated acknowledges nothing: the rail may have contradicted it meanwhile. */
  async #apply(operation: RailOperation, resolution: Resolution): Promise<unknown> {
    if (resolution === 'acknowledged') return this.operations.acknowledge(operation);
    if (operation.state !== 'escalated') return undefined;
    return resolution === 'succeeded'
      ? this.settle.succeed(operation, DECISION)
      : this.settle.decline(operation, { ...DECISION, code: 'rail_error' });
  }
}
