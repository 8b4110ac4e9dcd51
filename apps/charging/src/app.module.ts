import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { BalanceCommands } from './readers/statements/balance.commands.js';
import { BalanceMetrics } from './readers/statements/balance-metrics.js';
import { BalancesRepository } from './books/sums/balances.repository.js';
import { EntriesRepository } from './readers/statements/entries.repository.js';
import { entities } from './readers/statements/entries.schema.js';
import { EntryViews } from './readers/statements/entries.view.js';
import { ReadEntries } from './readers/statements/read-entries.js';
import { SettlementSchedule } from './books/sums/settlement-schedule.js';
import { Spans } from './readers/statements/spans.js';
import { SpansRepository } from './readers/statements/spans.repository.js';
import { StatementsCommands } from './readers/statements/statements.commands.js';
import { Watermark } from './readers/statements/watermark.js';
import { AgreeFees } from './books/fees/agree-fees.js';
import { FeeSchedules } from './books/fees/fee-schedules.js';
import { FeeSchedulesRepository } from './books/fees/fee-schedules.repository.js';
import { FeesCommands } from './books/fees/fees.commands.js';
import { FloatsCommands } from './books/floats/floats.commands.js';
import { FloatsRepository } from './books/floats/floats.repository.js';
import { TransferFloats } from './books/floats/transfer-floats.js';
import { AccountsRepository } from './books/ledger/accounts.repository.js';
import { AnswerChargeStatus } from './execution/answer-charge-status.js';
import { ChargeEvents } from './charges/charge-events.js';
import { ChargeStatusCommands } from './execution/charge-status.commands.js';
import { ChargeTimelineRepository } from './readers/timeline/charge-timeline.repository.js';
import { TimelineCommands } from './readers/timeline/timeline.commands.js';
import { ExecuteCharges } from './execution/execute-charges.js';
import { IntentsEvents } from './execution/intents.events.js';
import { ChargesRepository } from './charges/charges.repository.js';
import { ChargingConfig } from './config.js';
import { armFailpoint } from './failpoints.js';
import { LedgerImbalance } from './books/ledger/ledger-imbalance.js';
import { Posting } from './books/ledger/posting.js';
import { AdvanceOperation } from './operations/advance-operation.js';
import { OpenOperations } from './operations/open-operations.js';
import { OperationEvents } from './operations/operation-events.js';
import { NewOperations } from './new-operations.js';
import { OperationWorker } from './operations/operation-worker.js';
import { faultsOf, moves } from './operations/operation-status.js';
import { OperationsCommands } from './operations/operations.commands.js';
import { OperationsRepository } from './operations/operations.repository.js';
import { PollTimes } from './operations/poll-times.js';
import { ObservedRails } from './rails/connectors/observed-rails.js';
import { RailMetrics } from './rails/connectors/rail-metrics.js';
import { ComparisonRepository } from './readers/reconciliation/comparison.repository.js';
import { FetchStatements } from './readers/reconciliation/fetch-statements.js';
import { ReconcileStatements } from './readers/reconciliation/reconcile-statements.js';
import { ReconciliationCommands } from './readers/reconciliation/reconciliation.commands.js';
import { PayoutJobs } from './outgoing/payouts/schedules/payout-jobs.js';
import { ReconciliationJobs } from './readers/reconciliation/reconciliation-jobs.js';
import { ReconciliationMetrics } from './readers/reconciliation/reconciliation-metrics.js';
import { RunsRepository } from './readers/reconciliation/runs.repository.js';
import { RecordOutcome } from './operations/record-outcome.js';
import { RecordPrompt } from './operations/record-prompt.js';
import { ResolveOperation } from './operations/resolve-operation.js';
import { SettleByReport } from './operations/settlement/settle-by-report.js';
import { SettleOperation } from './operations/settlement/settle-operation.js';
import { SettlementsRepository } from './operations/settlement/settlements.repository.js';
import { SubmitOperation } from './operations/submit-operation.js';
import { Turns } from './operations/turn.js';
import { PayerPhones } from './rails/prompts/payer-phones.js';
import { PrepareCharges } from './rails/prompts/prepare-charges.js';
import { PreparePrompt } from './rails/prompts/prepare-prompt.js';
import { PayersCommands } from './readers/payers/payers.commands.js';
import { PayersRepository } from './readers/payers/payers.repository.js';
import { ReadPayers } from './readers/payers/read-payers.js';
import { PromptsCommands } from './rails/prompts/prompts.commands.js';
import { PromptRetention } from './rails/prompts/prompt-retention.js';
import { PromptsRepository } from './rails/prompts/prompts.repository.js';
import { Rails } from './rails/connectors/rails.js';
import { CreateRefunds } from './outgoing/refunds/create-refunds.js';
import { DecideRefunds } from './outgoing/refunds/decide-refunds.js';
import { JudgeRefunds } from './outgoing/refunds/judge-refunds.js';
import { LimitRefunds } from './outgoing/refunds/limit-refunds.js';
import { MakeRefunds } from './outgoing/refunds/make-refunds.js';
import { RefundWays } from './outgoing/refunds/refund-ways.js';
import { RefundDaysRepository } from './outgoing/refunds/refund-days.repository.js';
import { RefundMetrics } from './outgoing/refunds/refund-metrics.js';
import { ForgetTestMetadata } from './outgoing/retention/forget-test-metadata.js';
import { TestMetadataRepository } from './outgoing/retention/test-metadata.repository.js';
import { ForgetRefundKeys } from './outgoing/refunds/forget-refund-keys.js';
import { RefundKeysRepository } from './outgoing/refunds/refund-keys.repository.js';
import { RefundsCommands } from './outgoing/refunds/refunds.commands.js';
import { RefundsRepository } from './outgoing/refunds/refunds.repository.js';
import { WatchRefunds } from './outgoing/refunds/watch-refunds.js';
import { RefundSettlements } from './operations/settlement/refund-settlements.js';
import { LockedBalances } from './books/sums/locked-balances.js';
import { CancelPayouts } from './outgoing/payouts/cancel-payouts.js';
import { CreatePayouts } from './outgoing/payouts/create-payouts.js';
import { DecidePayouts } from './outgoing/payouts/decide-payouts.js';
import { MakePayouts } from './outgoing/payouts/make-payouts.js';
import { PayoutFeeCommands } from './outgoing/payouts/payout-fee.commands.js';
import { PayoutRecords } from './outgoing/payouts/payout-records.js';
import { OwnersCommands } from './outgoing/payouts/destinations/owners.commands.js';
import { RegisterDestination } from './outgoing/payouts/destinations/register-destination.js';
import { ListDestinations } from './outgoing/payouts/destinations/list-destinations.js';
import { RevokeDestination } from './outgoing/payouts/destinations/revoke-destination.js';
import { HeldSettlements } from './operations/settlement/held-settlements.js';
import { DestinationsCommands } from './outgoing/payouts/destinations/destinations.commands.js';
import { DestinationsRepository } from './outgoing/payouts/destinations/destinations.repository.js';
import { LookUpOwner } from './outgoing/payouts/destinations/look-up-owner.js';
import { JudgePayouts } from './outgoing/payouts/judge-payouts.js';
import { PayoutMetrics } from './outgoing/payouts/payout-metrics.js';
import { PayoutSheets } from './readers/statements/payout-sheets.js';
import { PayoutTerms } from './outgoing/payouts/payout-terms.js';
import { PayoutWays } from './outgoing/payouts/payout-ways.js';
import { PayoutsCommands } from './outgoing/payouts/payouts.commands.js';
import { PayoutsRepository } from './outgoing/payouts/payouts.repository.js';
import { ChangeSchedule } from './outgoing/payouts/schedules/change-schedule.js';
import { KeyWorkEvents } from './outgoing/payouts/schedules/key-work.events.js';
import { PayOnSchedule } from './outgoing/payouts/schedules/pay-on-schedule.js';
import { SchedulesCommands } from './outgoing/payouts/schedules/schedules.commands.js';
import { SchedulesRepository } from './outgoing/payouts/schedules/schedules.repository.js';
import { PayoutSettlements } from './operations/settlement/payout-settlements.js';
import { WithdrawUnsent } from './operations/settlement/withdraw-unsent.js';
import { Withdrawals } from './outgoing/payouts/withdrawals.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { OpenWallets } from './books/wallets/open-wallets.js';
import { RollUpAccounts } from './books/ledger/roll-up-accounts.js';
import { SettleCharges } from './charges/settle-charges.js';
import { TopUpWallets } from './books/wallets/top-up-wallets.js';
import { UsersEvents } from './books/wallets/users.events.js';
import { WalletsCommands } from './books/wallets/wallets.commands.js';
import { WalletsRepository } from './books/wallets/wallets.repository.js';

@Module({
  imports: [
    PlatformModule.forService('charging', ChargingConfig, entities),
    MessagingModule.forService({ replies: true }),
  ],
  controllers: [
    IntentsEvents,
    UsersEvents,
    ChargeStatusCommands,
    TimelineCommands,
    WalletsCommands,
    PromptsCommands,
    PayersCommands,
    OperationsCommands,
    RefundsCommands,
    FeesCommands,
    FloatsCommands,
    BalanceCommands,
    StatementsCommands,
    PayoutSheets,
    PayoutsCommands,
    PayoutFeeCommands,
    DestinationsCommands,
    OwnersCommands,
    SchedulesCommands,
    KeyWorkEvents,
    ReconciliationCommands,
  ],
  providers: [
    FeeSchedulesRepository,
    FeeSchedules,
    AgreeFees,
    FloatsRepository,
    TransferFloats,
    SettlementSchedule,
    BalancesRepository,
    LockedBalances,
    EntriesRepository,
    EntryViews,
    ReadEntries,
    SpansRepository,
    Watermark,
    Spans,
    BalanceMetrics,
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
    PromptRetention,
    PreparePrompt,
    PrepareCharges,
    PayersRepository,
    ReadPayers,
    OperationsRepository,
    SettlementsRepository,
    RefundsRepository,
    RefundDaysRepository,
    RefundMetrics,
    RefundKeysRepository,
    ForgetRefundKeys,
    TestMetadataRepository,
    ForgetTestMetadata,
    RefundWays,
    LimitRefunds,
    JudgeRefunds,
    MakeRefunds,
    WatchRefunds,
    DecideRefunds,
    CreateRefunds,
    RefundSettlements,
    PayoutsRepository,
    DestinationsRepository,
    SchedulesRepository,
    PayoutMetrics,
    PayoutTerms,
    PayoutWays,
    JudgePayouts,
    CreatePayouts,
    CancelPayouts,
    PayoutSettlements,
    { provide: Withdrawals, useClass: WithdrawUnsent },
    PayoutRecords,
    MakePayouts,
    DecidePayouts,
    HeldSettlements,
    RegisterDestination,
    RevokeDestination,
    ListDestinations,
    LookUpOwner,
    ChangeSchedule,
    PayOnSchedule,
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
    NewOperations,
    OpenOperations,
    ResolveOperation,
    RunsRepository,
    ComparisonRepository,
    ReconcileStatements,
    FetchStatements,
    ReconciliationMetrics,
    ReconciliationJobs,
    PayoutJobs,
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
