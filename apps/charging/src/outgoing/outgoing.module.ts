import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { RailsModule } from '../rails/rails.module.js';
import { OutgoingMetrics } from './outgoing-metrics.js';
import { AdjustBalances } from './adjustments/adjust-balances.js';
import { AdjustmentsCommands } from './adjustments/adjustments.commands.js';
import { AdjustmentsRepository } from './adjustments/adjustments.repository.js';
import { ActiveMerchants } from './payouts/active-merchants.js';
import { ApproveBatches } from './payouts/batches/approve-batches.js';
import { BatchMetrics } from './payouts/batches/batch-metrics.js';
import { BatchRecords } from './payouts/batches/batch-records.js';
import { BatchRowsRepository } from './payouts/batches/batch-rows.repository.js';
import { BatchTerms } from './payouts/batches/batch-terms.js';
import { BatchesCommands } from './payouts/batches/batches.commands.js';
import { BatchesRepository } from './payouts/batches/batches.repository.js';
import { BatchViews } from './payouts/batches/batches.view.js';
import { DraftBatches } from './payouts/batches/draft-batches.js';
import { EndRows } from './payouts/batches/end-rows.js';
import { JudgeBatches } from './payouts/batches/judge-batches.js';
import { CompareNames } from './payouts/batches/names/compare-names.js';
import { CheckNames } from './payouts/batches/names/check-names.js';
import { NamesRepository } from './payouts/batches/names/names.repository.js';
import { OpenRows } from './payouts/batches/open-rows.js';
import { PreparePlacement } from './payouts/batches/prepare-placement.js';
import { PlaceBatches } from './payouts/batches/place-batches.js';
import { PlacedBatchesRepository } from './payouts/batches/placed-batches.repository.js';
import { BatchPayers } from './payouts/batches/payers/batch-payers.js';
import { ReadRows } from './payouts/batches/read-rows.js';
import { ReleaseRows } from './payouts/batches/release-rows.js';
import { RowSealers } from './payouts/batches/row-sealers.js';
import { SteerBatches } from './payouts/batches/steer-batches.js';
import { CancelPayouts } from './payouts/cancel-payouts.js';
import { CreatePayouts } from './payouts/create-payouts.js';
import { DestinationsCommands } from './payouts/destinations/destinations.commands.js';
import { DestinationsRepository } from './payouts/destinations/destinations.repository.js';
import { ListDestinations } from './payouts/destinations/list-destinations.js';
import { LookUpOwner } from './payouts/destinations/look-up-owner.js';
import { OwnersCommands } from './payouts/destinations/owners.commands.js';
import { RegisterDestination } from './payouts/destinations/register-destination.js';
import { RevokeDestination } from './payouts/destinations/revoke-destination.js';
import { EndPayouts } from './payouts/end-payouts.js';
import { JudgePayouts } from './payouts/judge-payouts.js';
import { MakePayouts } from './payouts/make-payouts.js';
import { PayoutFeeCommands } from './payouts/payout-fee.commands.js';
import { PayoutOperations } from './payouts/payout-operations.js';
import { PayoutRecords } from './payouts/payout-records.js';
import { PayoutTerms } from './payouts/payout-terms.js';
import { PayoutWays } from './payouts/payout-ways.js';
import { PayoutsCommands } from './payouts/payouts.commands.js';
import { PayoutsRepository } from './payouts/payouts.repository.js';
import { ChangeSchedule } from './payouts/schedules/change-schedule.js';
import { KeyWorkEvents } from './payouts/schedules/key-work.events.js';
import { PayOnSchedule } from './payouts/schedules/pay-on-schedule.js';
import { PayoutJobs } from './payouts/schedules/payout-jobs.js';
import { SchedulesCommands } from './payouts/schedules/schedules.commands.js';
import { SchedulesRepository } from './payouts/schedules/schedules.repository.js';
import { CreateRefunds } from './refunds/create-refunds.js';
import { JudgeRefunds } from './refunds/judge-refunds.js';
import { LimitRefunds } from './refunds/limit-refunds.js';
import { MakeRefunds } from './refunds/make-refunds.js';
import { RefundDaysRepository } from './refunds/refund-days.repository.js';
import { RefundOperations } from './refunds/refund-operations.js';
import { RefundWays } from './refunds/refund-ways.js';
import { RefundsCommands } from './refunds/refunds.commands.js';
import { RefundsRepository } from './refunds/refunds.repository.js';
import { DecideReversals } from './reversals/decide-reversals.js';
import { ProposalsRepository } from './reversals/proposals.repository.js';
import { ProposeReversals } from './reversals/propose-reversals.js';
import { ReversalMetrics } from './reversals/reversal-metrics.js';
import { ReversalsCommands } from './reversals/reversals.commands.js';
import { ReversalsRepository } from './reversals/reversals.repository.js';
import { BeginReturns } from './unclaimed/begin-returns.js';
import { DecideUnclaimed } from './unclaimed/decide-unclaimed.js';
import { FoundMoneyRepository } from './unclaimed/found-money.repository.js';
import { ProposeOwners } from './unclaimed/propose-owners.js';
import { ReturnOperations } from './unclaimed/return-operations.js';
import { ReturnsRepository } from './unclaimed/returns.repository.js';
import { UnclaimedMetrics } from './unclaimed/unclaimed-metrics.js';
import { UnclaimedCommands } from './unclaimed/unclaimed.commands.js';
import { UnclaimedRepository } from './unclaimed/unclaimed.repository.js';
import { ForgetOutgoing } from './retention/forget-outgoing.js';
import { RetentionRepository } from './retention/retention.repository.js';

const parts = [
  OutgoingMetrics,
  ...[RefundsRepository, RefundDaysRepository, RefundWays],
  ...[LimitRefunds, JudgeRefunds, MakeRefunds, CreateRefunds, RefundOperations],
  ...[PayoutsRepository, PayoutTerms, PayoutWays, JudgePayouts, CreatePayouts, CancelPayouts],
  ...[PayoutRecords, MakePayouts, PayoutOperations, ActiveMerchants],
  ...[DestinationsRepository, RegisterDestination, RevokeDestination, ListDestinations, LookUpOwner],
  ...[BatchesRepository, BatchRowsRepository, PlacedBatchesRepository, BatchTerms, BatchViews, BatchRecords],
  ...[RowSealers, ReadRows, DraftBatches, JudgeBatches, BatchPayers, ReleaseRows],
  ...[PlaceBatches, ApproveBatches, EndRows, SteerBatches],
  ...[NamesRepository, CompareNames, CheckNames, BatchMetrics, PreparePlacement, OpenRows, EndPayouts],
  ...[SchedulesRepository, ChangeSchedule, PayOnSchedule, PayoutJobs],
  ...[ReversalsRepository, ProposalsRepository, ProposeReversals, DecideReversals, ReversalMetrics],
  ...[AdjustmentsRepository, AdjustBalances],
  ...[UnclaimedRepository, FoundMoneyRepository, ReturnsRepository, ReturnOperations],
  ...[ProposeOwners, BeginReturns, DecideUnclaimed, UnclaimedMetrics],
  ...[ForgetOutgoing, RetentionRepository],
];

/** Money that leaves: refunds to whoever paid, payouts to merchants, what operators take back, and what people correct. */
@Module({
  imports: [BooksModule, RailsModule, HoldsModule],
  controllers: [
    ...[RefundsCommands, ReversalsCommands, AdjustmentsCommands, UnclaimedCommands],
    ...[PayoutsCommands, PayoutFeeCommands, BatchesCommands],
    ...[DestinationsCommands, OwnersCommands],
    ...[SchedulesCommands, KeyWorkEvents],
  ],
  providers: parts,
  exports: parts,
})
export class OutgoingModule {}
