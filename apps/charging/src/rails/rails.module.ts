import { Module } from '@nestjs/common';
import { ObservedRails } from './connectors/observed-rails.js';
import { RailMetrics } from './connectors/rail-metrics.js';
import { Rails } from './connectors/rails.js';
import { AdvanceOperation } from './operations/advance-operation.js';
import { NewOperations } from './operations/new-operations.js';
import { faultsOf, moves } from './operations/operation-status.js';
import { OperationJobs } from './operations/operation-jobs.js';
import { OperationWorker } from './operations/operation-worker.js';
import { OperationsCommands } from './operations/operations.commands.js';
import { OperationsRepository } from './operations/operations.repository.js';
import { PollTimes } from './operations/pace/poll-times.js';
import { RecordOutcome } from './operations/record-outcome.js';
import { ResolveOperation } from './operations/resolve-operation.js';
import { Purposes } from './operations/settlement/purposes.js';
import { SettleByReport } from './operations/settlement/settle-by-report.js';
import { SubmitOperation } from './operations/submit-operation.js';
import { Turns } from './operations/turn.js';
import { PayerPhones } from './prompts/payer-phones.js';
import { PrepareCharges } from './prompts/prepare-charges.js';
import { PreparePrompt } from './prompts/prepare-prompt.js';
import { PromptRetention } from './prompts/prompt-retention.js';
import { PromptsCommands } from './prompts/prompts.commands.js';
import { PromptsRepository } from './prompts/prompts.repository.js';

const parts = [
  ...[Rails, RailMetrics, ObservedRails],
  ...[PayerPhones, PromptsRepository, PromptRetention, PreparePrompt, PrepareCharges],
  ...[OperationsRepository, RecordOutcome, SubmitOperation, Turns, AdvanceOperation],
  ...[OperationWorker, OperationJobs, NewOperations, ResolveOperation],
  ...[SettleByReport, Purposes],
  PollTimes,
];

/** The operators that move mobile money, and the guarded moves of the operations that they are asked for. */
@Module({
  controllers: [PromptsCommands, OperationsCommands],
  providers: parts,
  exports: parts,
})
export class RailsModule {
  /** Refuses to start with a table of states that is wrong. */
  constructor() {
    const faults = faultsOf(moves);
    if (faults.length > 0) throw new Error(`the states of rail operations are wrong: ${faults.join('; ')}`);
  }
}
