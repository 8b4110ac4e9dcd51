import { Injectable } from '@nestjs/common';
import { reach } from '../../failpoints.js';
import type { RailOperation } from './operation.js';
import { isDecided } from './operation.js';
import { RecordOutcome } from './record-outcome.js';
import { SubmitOperation } from './submit-operation.js';
import { Turns } from './turn.js';

/** Makes the next step of an operation: its submission, or a query of its status. Only the answer of the rail itself decides. */
@Injectable()
export class AdvanceOperation {
  constructor(
    private readonly turns: Turns,
    private readonly submit: SubmitOperation,
    private readonly record: RecordOutcome,
  ) {}

  async advance(operation: RailOperation, signal: AbortSignal): Promise<void> {
    const turn = this.turns.of(operation, signal);
    if (turn === undefined) return this.#waitForCredentials(operation);
    if (operation.state === 'requested') return this.submit.submit(turn);
    const outcome = await turn.rail.query(turn.collection, signal);
    reach('poll-answered');
    if (isDecided(operation)) return this.record.check(operation, outcome);
    // a submission that never arrived is repeated, under the same reference
    const isLost = outcome.kind === 'not_found' && ['submitting', 'in_doubt'].includes(operation.state);
    return isLost ? this.submit.submit(turn) : this.record.record(turn, outcome);
  }

  async #waitForCredentials(operation: RailOperation): Promise<void> {
    if (await this.submit.declineLate(operation)) return;
    await this.record.postpone(operation, { remark: 'the rail has no credentials' });
  }
}
