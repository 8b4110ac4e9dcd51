import { Controller } from '@nestjs/common';
import type {
  Escalations,
  ListEscalationsCommand,
  RailCallbackCommand,
  RailCallbackTaken,
  Reply,
  ResolveRailOperationCommand,
} from '@paygate/contracts';
import { accept, listEscalations, railCallback, refuse, resolveRailOperation } from '@paygate/contracts';
import type { RailOperationResolved } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { reach } from '../../failpoints.js';
import { unclearOperationOf } from './operations.view.js';
import { OperationWorker } from './operation-worker.js';
import { OperationsRepository } from './operations.repository.js';
import { PollTimes } from './pace/poll-times.js';
import { ResolveOperation } from './resolve-operation.js';

/** Callbacks of rails, and the decisions of operators. */
@Controller()
export class OperationsCommands {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly worker: OperationWorker,
    private readonly resolve: ResolveOperation,
    private readonly times: PollTimes,
  ) {}

  /** A callback only says that something may have changed: the worker asks the rail itself. */
  @HandleCommand(railCallback)
  async callback({ rail, token }: RailCallbackCommand): Promise<Reply<RailCallbackTaken>> {
    if (await this.operations.hint(rail, token)) {
      reach('callback-taken');
      this.worker.wake();
    }
    return accept({ rail });
  }

  @HandleCommand(listEscalations)
  async escalations({ limit, rail, from, to, isForgotten }: ListEscalationsCommand): Promise<Reply<Escalations>> {
    const { notFoundSeconds } = this.times;
    const span = { from: dateOf(from), to: dateOf(to) };
    const filter = { rail, ...span, notFoundSeconds, isForgotten: isForgotten ?? false };
    const { operations, total } = await this.operations.unclear(limit, filter);
    return accept({ operations: operations.map(unclearOperationOf), total });
  }

  @HandleCommand(resolveRailOperation)
  resolved(
    command: ResolveRailOperationCommand,
    { producer }: Received<ResolveRailOperationCommand>,
  ): Promise<Reply<RailOperationResolved>> {
    return producer === 'operator' ? this.resolve.resolve(command) : Promise.resolve(refuse('scope_missing'));
  }
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
