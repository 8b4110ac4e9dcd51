import { Injectable } from '@nestjs/common';
import type { RailOutcome } from '../rails/connectors/connector.js';
import type { RailOperation } from './operation.js';
import type { Answer } from './operations.repository.js';
import { OperationsRepository } from './operations.repository.js';
import { PollTimes } from './poll-times.js';
import { RecordPrompt } from './record-prompt.js';
import { SettleByReport } from './settlement/settle-by-report.js';
import type { Turn } from './turn.js';

/** Records what a rail said about an open operation, and when it is asked next. */
@Injectable()
export class RecordOutcome {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly settle: SettleByReport,
    private readonly recordPrompt: RecordPrompt,
    private readonly times: PollTimes,
  ) {}

  async record(turn: Turn, outcome: RailOutcome): Promise<void> {
    const { operation } = turn;
    switch (outcome.kind) {
      case 'succeeded':
      case 'declined':
        await this.settle.settle(operation, outcome);
        // decided, unless another amount waits in suspense
        await this.postpone(operation, { remark: null });
        return;
      case 'accepted':
        await this.recordPrompt.record(turn, outcome, this.times.secondsToNextPoll(operation));
        break;
      case 'not_found':
        // never a decline by itself: a rail may learn of its own operations late
        await this.postpone(operation, { remark: 'not found', isNotFound: true });
        return;
      case 'unprocessed':
      case 'in_doubt':
        await this.postpone(operation, { remark: outcome.remark });
        return;
    }
    await this.#escalateOld(operation);
  }

  /** Nothing new about an open operation. People look at it when it is too old. */
  async postpone(operation: RailOperation, answer: Answer): Promise<void> {
    await this.operations.postpone(operation, answer, this.times.secondsToNextPoll(operation));
    await this.#escalateOld(operation);
  }

  async #escalateOld(operation: RailOperation): Promise<void> {
    if (this.times.isTooOld(operation)) await this.operations.escalate(operation, 'too_old');
  }

  /** A callback about a decided operation. What is decided stays decided: a contradiction is for people. */
  async check(operation: RailOperation, outcome: RailOutcome): Promise<void> {
    if (outcome.kind === 'in_doubt' || outcome.kind === 'unprocessed') {
      await this.operations.lookAgain(operation, this.times.secondsToNextPoll(operation));
      return;
    }
    if (outcome.kind === 'succeeded' || outcome.kind === 'declined') await this.settle.settle(operation, outcome);
    await this.operations.close(operation);
  }
}
