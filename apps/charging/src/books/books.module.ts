import { Module } from '@nestjs/common';
import { AgreeFees } from './fees/agree-fees.js';
import { FeeSchedules } from './fees/fee-schedules.js';
import { FeeSchedulesRepository } from './fees/fee-schedules.repository.js';
import { FeesCommands } from './fees/fees.commands.js';
import { FloatsCommands } from './floats/floats.commands.js';
import { FloatsRepository } from './floats/floats.repository.js';
import { TransferFloats } from './floats/transfer-floats.js';
import { AccountsRepository } from './ledger/accounts.repository.js';
import { LedgerImbalance } from './ledger/ledger-imbalance.js';
import { Posting } from './ledger/posting.js';
import { RollUpAccounts } from './ledger/roll-up-accounts.js';
import { BalancesRepository } from './sums/balances.repository.js';
import { LockedBalances } from './sums/locked-balances.js';
import { SettlementSchedule } from './sums/settlement-schedule.js';
import { OpenWallets } from './wallets/open-wallets.js';
import { TopUpWallets } from './wallets/top-up-wallets.js';
import { UsersEvents } from './wallets/users.events.js';
import { WalletsCommands } from './wallets/wallets.commands.js';
import { WalletsRepository } from './wallets/wallets.repository.js';

const parts = [
  ...[FeeSchedulesRepository, FeeSchedules, AgreeFees],
  ...[FloatsRepository, TransferFloats],
  ...[SettlementSchedule, BalancesRepository, LockedBalances],
  ...[AccountsRepository, Posting, LedgerImbalance, RollUpAccounts],
  ...[WalletsRepository, OpenWallets, TopUpWallets],
];

/** The ledger, its sums, fees, wallets and floats: money that is owed, held and available. */
@Module({
  controllers: [UsersEvents, WalletsCommands, FeesCommands, FloatsCommands],
  providers: parts,
  exports: parts,
})
export class BooksModule {}
