import { Injectable } from '@nestjs/common';
import { reach } from '../../failpoints.js';
import type { Numbered, RailOutcome } from '../connectors/connector.js';
import type { RailOperation } from './operation.js';
import type { Answer } from './operations.repository.js';
import { OperationsRepository } from './operations.repository.js';
import { PollTimes } from './pace/poll-times.js';
import { Purposes } from './settlement/purposes.js';
import { SettleByReport } from './settlement/settle-by-report.js';
import type { Turn } from './turn.js';

/** Records what a rail said about an open operation, and when it is asked next. */
@Injectable()
export class RecordOutcome {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly settle: SettleByReport,
    private readonly purposes: Purposes,
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
        await this.#accept(turn, outcome);
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

  /** The rail has the operation. The first time, it asks the payer. */
  async #accept({ operation, approvalSeconds }: Turn, { providerReference }: Numbered): Promise<void> {
    const acceptance = { nextSeconds: this.times.secondsToNextPoll(operation), providerReference };
    const purpose = this.purposes.of(operation.kind);
    const isFirst =
      operation.promptedAt === null && (await purpose.prompt?.(operation, acceptance, approvalSeconds)) === true;
    // not the first time, or another worker has recorded the prompt
    if (!isFirst && (await this.operations.accept(operation, acceptance))) reach('prompt-recorded');
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
