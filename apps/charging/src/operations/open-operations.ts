import { Injectable } from '@nestjs/common';
import { reach } from '../failpoints.js';
import { OperationWorker } from './operation-worker.js';
import type { RequestedOperation } from './operations.repository.js';
import { OperationsRepository } from './operations.repository.js';

/** Opens the operations of charges by mobile money, which the worker then submits. */
@Injectable()
export class OpenOperations {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly worker: OperationWorker,
  ) {}

  /** @returns the ids of charges that nobody has prepared */
  async open(requested: readonly RequestedOperation[]): Promise<ReadonlySet<string>> {
    const unprepared = await this.operations.open(requested);
    reach('operation-opened');
    this.worker.wake();
    return unprepared;
  }
}
