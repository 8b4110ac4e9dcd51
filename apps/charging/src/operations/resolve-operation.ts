import { Injectable } from '@nestjs/common';
import type { RailOperationResolved, Reply, ResolveRailOperation } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { OperationsRepository } from './operations.repository.js';
import { SettleOperation } from './settle-operation.js';

const DECISION = { decider: 'operator', remark: 'decided by an operator' } as const;

/**
 * An operator decides an operation that the rail leaves open, with what the rail's own people have said, or confirms a decided one
 * that the rail contradicts.
 */
@Injectable()
export class ResolveOperation {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly settle: SettleOperation,
  ) {}

  /** Repeating it changes nothing. */
  async execute({ chargeId, resolution }: ResolveRailOperation): Promise<Reply<RailOperationResolved>> {
    const operation = await this.operations.find(chargeId);
    if (operation?.state === 'escalated')
      await (resolution === 'succeeded'
        ? this.settle.succeed(operation, DECISION)
        : this.settle.decline(operation, { ...DECISION, code: 'rail_error' }));
    if (operation?.state === resolution) await this.operations.acknowledge(operation);
    const state = (await this.operations.find(chargeId))?.state;
    if (state === 'succeeded' || state === 'declined') return accept({ chargeId, state });
    if (operation?.state === 'escalated')
      return refuse('parameter_invalid', {
        param: 'resolution',
        detail: 'less was collected than the charge asks for',
      });
    return refuse('parameter_invalid', { param: 'chargeId', detail: 'no escalated operation has this charge' });
  }
}
