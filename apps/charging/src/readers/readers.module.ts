import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { RailsModule } from '../rails/rails.module.js';
import { OperatorMetrics } from './operators/operator-metrics.js';
import { OperatorStatesRepository } from './operators/operator-states.repository.js';
import { OperatorTerms } from './operators/operator-terms.js';
import { OperatorsCommands } from './operators/operators.commands.js';
import { OutcomesRepository } from './operators/outcomes.repository.js';
import { ReadOperators } from './operators/read-operators.js';
import { RecentOutcomes } from './operators/recent-outcomes.js';
import { WatchOperators } from './operators/watch-operators.js';
import { PayersCommands } from './payers/payers.commands.js';
import { PayersRepository } from './payers/payers.repository.js';
import { ReadPayers } from './payers/read-payers.js';
import { ComparisonRepository } from './reconciliation/comparison.repository.js';
import { FetchStatements } from './reconciliation/fetch-statements.js';
import { ReconcileStatements } from './reconciliation/reconcile-statements.js';
import { ReconciliationJobs } from './reconciliation/reconciliation-jobs.js';
import { ReconciliationMetrics } from './reconciliation/reconciliation-metrics.js';
import { ReconciliationCommands } from './reconciliation/reconciliation.commands.js';
import { ReversedLines } from './reconciliation/reversed-lines.js';
import { UnclaimedLines } from './reconciliation/unclaimed-lines.js';
import { RunsRepository } from './reconciliation/runs.repository.js';
import { BalanceMetrics } from './statements/balance-metrics.js';
import { BalanceCommands } from './statements/balance.commands.js';
import { EntriesRepository } from './statements/entries.repository.js';
import { EntryViews } from './statements/entries.view.js';
import { PayoutSheets } from './statements/payout-sheets.js';
import { ReadEntries } from './statements/read-entries.js';
import { Spans } from './statements/spans.js';
import { SpansRepository } from './statements/spans.repository.js';
import { StatementsCommands } from './statements/statements.commands.js';
import { Watermark } from './statements/watermark.js';
import { ChargeTimelineRepository } from './timeline/charge-timeline.repository.js';
import { TimelineCommands } from './timeline/timeline.commands.js';
import { WalletEntriesCommands } from './wallets/wallet-entries.commands.js';
import { WalletEntriesRepository } from './wallets/wallet-entries.repository.js';
import { WalletListCommands } from './wallets/wallet-list.commands.js';
import { WalletListRepository } from './wallets/wallet-list.repository.js';

/** Statements, timelines and reconciliation. They may read every room, and no room imports them. */
@Module({
  imports: [BooksModule, RailsModule, OutgoingModule],
  controllers: [
    TimelineCommands,
    PayersCommands,
    OperatorsCommands,
    ...[WalletEntriesCommands, WalletListCommands],
    ...[BalanceCommands, StatementsCommands, PayoutSheets],
    ReconciliationCommands,
  ],
  providers: [
    ...[EntriesRepository, EntryViews, ReadEntries, SpansRepository, Watermark, Spans, BalanceMetrics],
    ChargeTimelineRepository,
    ...[WalletEntriesRepository, WalletListRepository],
    ...[PayersRepository, ReadPayers],
    ...[OperatorTerms, OutcomesRepository, RecentOutcomes, ReadOperators, OperatorMetrics],
    ...[OperatorStatesRepository, WatchOperators],
    ...[
      RunsRepository,
      ReversedLines,
      UnclaimedLines,
      ComparisonRepository,
      ReconcileStatements,
      FetchStatements,
      ReconciliationMetrics,
    ],
    ReconciliationJobs,
  ],
})
export class ReadersModule {}
