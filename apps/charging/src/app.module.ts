import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { AccountsRepository } from './ledger/accounts.repository.js';
import { AnswerChargeStatus } from './execution/answer-charge-status.js';
import { ChargeEvents } from './charges/charge-events.js';
import { ChargeStatusCommands } from './execution/charge-status.commands.js';
import { ChargeTimelineRepository } from './execution/charge-timeline.repository.js';
import { ExecuteCharges } from './execution/execute-charges.js';
import { IntentsEvents } from './execution/intents.events.js';
import { ChargesRepository } from './charges/charges.repository.js';
import { ChargingConfig } from './config.js';
import { armFailpoint } from './failpoints.js';
import { LedgerImbalance } from './ledger/ledger-imbalance.js';
import { Posting } from './ledger/posting.js';
import { AdvanceOperation } from './operations/advance-operation.js';
import { OpenOperations } from './operations/open-operations.js';
import { OperationEvents } from './operations/operation-events.js';
import { OperationWorker } from './operations/operation-worker.js';
import { faultsOf, moves } from './operations/operation-status.js';
import { OperationsCommands } from './operations/operations.commands.js';
import { OperationsRepository } from './operations/operations.repository.js';
import { PollTimes } from './operations/poll-times.js';
import { ObservedRails } from './rails/observed-rails.js';
import { RailMetrics } from './rails/rail-metrics.js';
import { RecordOutcome } from './operations/record-outcome.js';
import { RecordPrompt } from './operations/record-prompt.js';
import { ResolveOperation } from './operations/resolve-operation.js';
import { SettleByReport } from './operations/settlement/settle-by-report.js';
import { SettleOperation } from './operations/settlement/settle-operation.js';
import { SettlementsRepository } from './operations/settlement/settlements.repository.js';
import { SubmitOperation } from './operations/submit-operation.js';
import { Turns } from './operations/turn.js';
import { PayerPhones } from './prompts/payer-phones.js';
import { PrepareCharges } from './prompts/prepare-charges.js';
import { PreparePrompt } from './prompts/prepare-prompt.js';
import { PromptsCommands } from './prompts/prompts.commands.js';
import { PromptsRepository } from './prompts/prompts.repository.js';
import { Rails } from './rails/rails.js';
import { CreateRefunds } from './refunds/create-refunds.js';
import { DecideRefunds } from './refunds/decide-refunds.js';
import { JudgeRefunds } from './refunds/judge-refunds.js';
import { MakeRefunds } from './refunds/make-refunds.js';
import { RefundWays } from './refunds/refund-ways.js';
import { RefundMetrics } from './refunds/refund-metrics.js';
import { RefundsCommands } from './refunds/refunds.commands.js';
import { RefundsRepository } from './refunds/refunds.repository.js';
import { RefundSettlements } from './operations/settlement/refund-settlements.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { OpenWallets } from './wallets/open-wallets.js';
import { RollUpAccounts } from './ledger/roll-up-accounts.js';
import { SettleCharges } from './charges/settle-charges.js';
import { TopUpWallets } from './wallets/top-up-wallets.js';
import { UsersEvents } from './wallets/users.events.js';
import { WalletsCommands } from './wallets/wallets.commands.js';
import { WalletsRepository } from './wallets/wallets.repository.js';

@Module({
  imports: [PlatformModule.forService('charging', ChargingConfig), MessagingModule.forService({ replies: true })],
  controllers: [
    IntentsEvents,
    UsersEvents,
    ChargeStatusCommands,
    WalletsCommands,
    PromptsCommands,
    OperationsCommands,
    RefundsCommands,
  ],
  providers: [
    AccountsRepository,
    ChargesRepository,
    ChargeTimelineRepository,
    WalletsRepository,
    ChargeEvents,
    AnswerChargeStatus,
    Posting,
    LedgerImbalance,
    OpenWallets,
    RollUpAccounts,
    SettleCharges,
    ExecuteCharges,
    TopUpWallets,
    Rails,
    PayerPhones,
    PromptsRepository,
    PreparePrompt,
    PrepareCharges,
    OperationsRepository,
    SettlementsRepository,
    RefundsRepository,
    RefundMetrics,
    RefundWays,
    JudgeRefunds,
    MakeRefunds,
    DecideRefunds,
    CreateRefunds,
    RefundSettlements,
    OperationEvents,
    SettleOperation,
    SettleByReport,
    PollTimes,
    RecordPrompt,
    RecordOutcome,
    SubmitOperation,
    RailMetrics,
    ObservedRails,
    Turns,
    AdvanceOperation,
    OperationWorker,
    OpenOperations,
    ResolveOperation,
    ScheduledJobs,
  ],
})
export class AppModule {
  /** Refuses to start with a table of states that is wrong. */
  constructor(config: ChargingConfig) {
    const faults = faultsOf(moves);
    if (faults.length > 0) throw new Error(`the states of rail operations are wrong: ${faults.join('; ')}`);
    if (config.TEST_MODE) armFailpoint(config.FAILPOINT);
  }
}
