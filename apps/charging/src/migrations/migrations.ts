import { messagingMigrations } from '@paygate/messaging';
import type { MigrationClass } from '@paygate/platform';
import { CreateLedger1795132800000 } from './1795132800000-create-ledger.js';
import { CreateCharges1795132801000 } from './1795132801000-create-charges.js';
import { CreateRails1795132801500 } from './1795132801500-create-rails.js';
import { NameOperationMoves1795132802500 } from './1795132802500-name-operation-moves.js';
import { ListOperationsInDoubt1795132803000 } from './1795132803000-list-operations-in-doubt.js';
import { LetGuestsPay1795132804000 } from './1795132804000-let-guests-pay.js';
import { CreateRefunds1795660000000 } from './1795660000000-create-refunds.js';
import { LetPaymentsHaveRefunds1795660001000 } from './1795660001000-let-payments-have-refunds.js';
import { CountPromptsOfOwners1795786800000 } from './1795786800000-count-prompts-of-owners.js';
import { CreateFeeSchedules1795800000000 } from './1795800000000-create-fee-schedules.js';
import { FindEntries1795800001000 } from './1795800001000-find-entries.js';
import { CreatePayouts1796000000000 } from './payouts/1796000000000-create-payouts.js';
import { CreateReconciliation1796000010000 } from './reconciliation/1796000010000-create-reconciliation.js';
import { FindEndedOperations1796000011000 } from './1796000011000-find-ended-operations.js';
import { TransferBetweenFloats1796000030000 } from './1796000030000-transfer-between-floats.js';
import { PostChargesWhole1796000031000 } from './1796000031000-post-charges-whole.js';
import { ForgetKeysOfRefunds1796000032000 } from './1796000032000-forget-keys-of-refunds.js';
import { CorrectPayouts1796162000000 } from './payouts/1796162000000-correct-payouts.js';
import { RecordActors1796163000000 } from './1796163000000-record-actors.js';
import { ForgetMetadataOfTestMode1796164100000 } from './1796164100000-forget-metadata-of-test-mode.js';
import { NameLinesOnce1796171000000 } from './reconciliation/1796171000000-name-lines-once.js';
import { KeepContentDigests1796250053000 } from './1796250053000-keep-content-digests.js';
import { LimitRefunds1796260053000 } from './refunds/1796260053000-limit-refunds.js';
import { FindRefundsOfDay1796260054000 } from './refunds/1796260054000-find-refunds-of-day.js';
import { KeepProviderReferences1796265000000 } from './provider-references/1796265000000-keep-provider-references.js';
import { FindProviderReferences1796265001000 } from './provider-references/1796265001000-find-provider-references.js';
import { CountPayerReads1796266000000 } from './payers/1796266000000-count-payer-reads.js';
import { ReportSettlements1796270000000 } from './rooms/1796270000000-report-settlements.js';
import { TellKindsOfHolds1796271000000 } from './rooms/1796271000000-tell-kinds-of-holds.js';
import { FillKindsOfHolds1796271001000 } from './rooms/1796271001000-fill-kinds-of-holds.js';
import { CreateAdjustments1796310000000 } from './adjustments/1796310000000-create-adjustments.js';
import { CreateReversals1796290000000 } from './reversals/1796290000000-create-reversals.js';
import { CreateUnclaimed1796320000000 } from './unclaimed/1796320000000-create-unclaimed.js';
import { LimitWallets1796330000000 } from './wallets/1796330000000-limit-wallets.js';
import { FillWallets1796330002000 } from './wallets/1796330002000-fill-wallets.js';
import { EmptyWallets1796330003000 } from './wallets/1796330003000-empty-wallets.js';
import { BoundAskedWithdrawals1796400000000 } from './wallets/1796400000000-bound-asked-withdrawals.js';
import { FreezeWallets1796400001000 } from './wallets/1796400001000-freeze-wallets.js';
import { FindWalletEntries1796330001000 } from './wallets/1796330001000-find-wallet-entries.js';
import { FindRecentOperations1796340000000 } from './operators/1796340000000-find-recent-operations.js';
import { WatchOperators1796340001000 } from './operators/1796340001000-watch-operators.js';
import { CreatePayoutBatches1796420000000 } from './batches/1796420000000-create-payout-batches.js';
import { PayInBatches1796420001000 } from './batches/1796420001000-pay-in-batches.js';
import { FindRecipients1796420002000 } from './batches/1796420002000-find-recipients.js';
import { KeepCountsOfBatches1796440200000 } from './batches/1796440200000-keep-counts-of-batches.js';
import { FindDueRows1796440200100 } from './batches/1796440200100-find-due-rows.js';
import { GiveTurns1796440300000 } from './batches/1796440300000-give-turns.js';
import { RevokeRecipients1796440400000 } from './batches/1796440400000-revoke-recipients.js';
import { CreateAuditViews1795132802000 } from './1795132802000-create-audit-views.js';
import { NameTillsOfCharges1796440000300 } from './tills/1796440000300-name-tills-of-charges.js';

/** The schema of this service's database, in order. */
export const migrations: MigrationClass[] = [
  ...messagingMigrations,
  CreateLedger1795132800000,
  CreateCharges1795132801000,
  CreateRails1795132801500,
  CreateAuditViews1795132802000,
  NameOperationMoves1795132802500,
  ListOperationsInDoubt1795132803000,
  LetGuestsPay1795132804000,
  CreateRefunds1795660000000,
  LetPaymentsHaveRefunds1795660001000,
  CountPromptsOfOwners1795786800000,
  CreateFeeSchedules1795800000000,
  FindEntries1795800001000,
  CreatePayouts1796000000000,
  CreateReconciliation1796000010000,
  FindEndedOperations1796000011000,
  TransferBetweenFloats1796000030000,
  PostChargesWhole1796000031000,
  ForgetKeysOfRefunds1796000032000,
  CorrectPayouts1796162000000,
  RecordActors1796163000000,
  ForgetMetadataOfTestMode1796164100000,
  NameLinesOnce1796171000000,
  KeepContentDigests1796250053000,
  LimitRefunds1796260053000,
  FindRefundsOfDay1796260054000,
  KeepProviderReferences1796265000000,
  FindProviderReferences1796265001000,
  CountPayerReads1796266000000,
  ReportSettlements1796270000000,
  TellKindsOfHolds1796271000000,
  FillKindsOfHolds1796271001000,
  CreateReversals1796290000000,
  CreateAdjustments1796310000000,
  CreateUnclaimed1796320000000,
  LimitWallets1796330000000,
  FindWalletEntries1796330001000,
  FillWallets1796330002000,
  EmptyWallets1796330003000,
  FindRecentOperations1796340000000,
  WatchOperators1796340001000,
  BoundAskedWithdrawals1796400000000,
  FreezeWallets1796400001000,
  CreatePayoutBatches1796420000000,
  PayInBatches1796420001000,
  FindRecipients1796420002000,
  NameTillsOfCharges1796440000300,
  KeepCountsOfBatches1796440200000,
  FindDueRows1796440200100,
  GiveTurns1796440300000,
  RevokeRecipients1796440400000,
];
