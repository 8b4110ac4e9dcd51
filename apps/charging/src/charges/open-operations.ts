import { Injectable } from '@nestjs/common';
import { reach } from '../failpoints.js';
import { OperationWorker } from '../rails/operations/operation-worker.js';
import type { RequestedOperation } from './charge-operations.repository.js';
import { ChargeOperationsRepository } from './charge-operations.repository.js';

/** Opens the operations of charges by mobile money, which the worker then submits. */
@Injectable()
export class OpenOperations {
  constructor(
    private readonly charges: ChargeOperationsRepository,
    private readonly worker: OperationWorker,
  ) {}

  /** @returns the ids of charges that nobody has prepared */
  async open(requested: readonly RequestedOperation[]): Promise<ReadonlySet<string>> {
    const unprepared = await this.charges.open(requested);
    reach('operation-opened');
    this.worker.wake();
    return unprepared;
  }
}
