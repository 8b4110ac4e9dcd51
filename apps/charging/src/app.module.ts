import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { BalanceCommands } from './balance/balance.commands.js';
import { BalanceMetrics } from './balance/balance-metrics.js';
import { BalancesRepository } from './balance/balances.repository.js';
import { EntriesRepository } from './balance/entries.repository.js';
import { entities } from './balance/entries.schema.js';
import { EntryViews } from './balance/entries.view.js';
import { ReadEntries } from './balance/read-entries.js';
import { SettlementSchedule } from './balance/settlement-schedule.js';
import { Spans } from './balance/spans.js';
import { SpansRepository } from './balance/spans.repository.js';
import { StatementsCommands } from './balance/statements.commands.js';
import { Watermark } from './balance/watermark.js';
import { AgreeFees } from './fees/agree-fees.js';
import { FeeSchedules } from './fees/fee-schedules.js';
import { FeeSchedulesRepository } from './fees/fee-schedules.repository.js';
import { FeesCommands } from './fees/fees.commands.js';
import { FloatsCommands } from './floats/floats.commands.js';
import { FloatsRepository } from './floats/floats.repository.js';
import { TransferFloats } from './floats/transfer-floats.js';
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
import { NewOperations } from './new-operations.js';
import { OperationWorker } from './operations/operation-worker.js';
import { faultsOf, moves } from './operations/operation-status.js';
import { OperationsCommands } from './operations/operations.commands.js';
import { OperationsRepository } from './operations/operations.repository.js';
import { PollTimes } from './operations/poll-times.js';
import { ObservedRails } from './rails/observed-rails.js';
import { RailMetrics } from './rails/rail-metrics.js';
import { ComparisonRepository } from './reconciliation/comparison.repository.js';
import { FetchStatements } from './reconciliation/fetch-statements.js';
import { ReconcileStatements } from './reconciliation/reconcile-statements.js';
import { ReconciliationCommands } from './reconciliation/reconciliation.commands.js';
import { PayoutJobs } from './payouts/schedules/payout-jobs.js';
import { ReconciliationJobs } from './reconciliation/reconciliation-jobs.js';
import { ReconciliationMetrics } from './reconciliation/reconciliation-metrics.js';
import { RunsRepository } from './reconciliation/runs.repository.js';
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
import { PayersCommands } from './payers/payers.commands.js';
import { PayersRepository } from './payers/payers.repository.js';
import { ReadPayers } from './payers/read-payers.js';
import { PromptsCommands } from './prompts/prompts.commands.js';
import { PromptRetention } from './prompts/prompt-retention.js';
import { PromptsRepository } from './prompts/prompts.repository.js';
import { Rails } from './rails/rails.js';
import { CreateRefunds } from './refunds/create-refunds.js';
import { DecideRefunds } from './refunds/decide-refunds.js';
import { JudgeRefunds } from './refunds/judge-refunds.js';
import { LimitRefunds } from './refunds/limit-refunds.js';
import { MakeRefunds } from './refunds/make-refunds.js';
import { RefundWays } from './refunds/refund-ways.js';
import { RefundDaysRepository } from './refunds/refund-days.repository.js';
import { RefundMetrics } from './refunds/refund-metrics.js';
import { ForgetTestMetadata } from './retention/forget-test-metadata.js';
import { TestMetadataRepository } from './retention/test-metadata.repository.js';
import { ForgetRefundKeys } from './refunds/forget-refund-keys.js';
import { RefundKeysRepository } from './refunds/refund-keys.repository.js';
import { RefundsCommands } from './refunds/refunds.commands.js';
import { RefundsRepository } from './refunds/refunds.repository.js';
import { WatchRefunds } from './refunds/watch-refunds.js';
import { RefundSettlements } from './operations/settlement/refund-settlements.js';
import { LockedBalances } from './balance/locked-balances.js';
import { CancelPayouts } from './payouts/cancel-payouts.js';
import { CreatePayouts } from './payouts/create-payouts.js';
import { DecidePayouts } from './payouts/decide-payouts.js';
import { MakePayouts } from './payouts/make-payouts.js';
import { PayoutFeeCommands } from './payouts/payout-fee.commands.js';
import { PayoutRecords } from './payouts/payout-records.js';
import { OwnersCommands } from './payouts/destinations/owners.commands.js';
import { RegisterDestination } from './payouts/destinations/register-destination.js';
import { ListDestinations } from './payouts/destinations/list-destinations.js';
import { RevokeDestination } from './payouts/destinations/revoke-destination.js';
import { HeldSettlements } from './operations/settlement/held-settlements.js';
import { DestinationsCommands } from './payouts/destinations/destinations.commands.js';
import { DestinationsRepository } from './payouts/destinations/destinations.repository.js';
import { LookUpOwner } from './payouts/destinations/look-up-owner.js';
import { JudgePayouts } from './payouts/judge-payouts.js';
import { PayoutMetrics } from './payouts/payout-metrics.js';
import { PayoutSheets } from './payouts/payout-sheets.js';
import { PayoutTerms } from './payouts/payout-terms.js';
import { PayoutWays } from './payouts/payout-ways.js';
import { PayoutsCommands } from './payouts/payouts.commands.js';
import { PayoutsRepository } from './payouts/payouts.repository.js';
import { ChangeSchedule } from './payouts/schedules/change-schedule.js';
import { KeyWorkEvents } from './payouts/schedules/key-work.events.js';
import { PayOnSchedule } from './payouts/schedules/pay-on-schedule.js';
import { SchedulesCommands } from './payouts/schedules/schedules.commands.js';
import { SchedulesRepository } from './payouts/schedules/schedules.repository.js';
import { PayoutSettlements } from './operations/settlement/payout-settlements.js';
import { WithdrawUnsent } from './operations/settlement/withdraw-unsent.js';
import { Withdrawals } from './payouts/withdrawals.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { OpenWallets } from './wallets/open-wallets.js';
import { RollUpAccounts } from './ledger/roll-up-accounts.js';
import { SettleCharges } from './charges/settle-charges.js';
import { TopUpWallets } from './wallets/top-up-wallets.js';
import { UsersEvents } from './wallets/users.events.js';
import { WalletsCommands } from './wallets/wallets.commands.js';
import { WalletsRepository } from './wallets/wallets.repository.js';

@Module({
  imports: [
    PlatformModule.forService('charging', ChargingConfig, entities),
    MessagingModule.forService({ replies: true }),
  ],
  controllers: [
    IntentsEvents,
    UsersEvents,
    ChargeStatusCommands,
    WalletsCommands,
    PromptsCommands,
    PayersCommands,
    OperationsCommands,
    RefundsCommands,
    FeesCommands,
    FloatsCommands,
    BalanceCommands,
    StatementsCommands,
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
    PayoutSheets,
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
