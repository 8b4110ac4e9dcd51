import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.js';
import { RailsModule } from '../rails/rails.module.js';
import { FreezeWallets } from './freezes/freeze-wallets.js';
import { FreezesCommands } from './freezes/freezes.commands.js';
import { FreezesRepository } from './freezes/freezes.repository.js';
import { CreateTopUps, TopUpParts } from './top-ups/create-top-ups.js';
import { TopUpOperations } from './top-ups/top-up-operations.js';
import { TopUpsCommands } from './top-ups/top-ups.commands.js';
import { TopUpsRepository } from './top-ups/top-ups.repository.js';
import { WalletMetrics } from './wallet-metrics.js';
import { AskWithdrawals, WithdrawalParts } from './withdrawals/ask-withdrawals.js';
import { ConfirmWithdrawals } from './withdrawals/confirm-withdrawals.js';
import { WithdrawalOperations } from './withdrawals/withdrawal-operations.js';
import { WithdrawalPhones } from './withdrawals/withdrawal-phones.js';
import { WithdrawalRetention } from './withdrawals/withdrawal-retention.js';
import { WithdrawalTerms } from './withdrawals/withdrawal-terms.js';
import { WithdrawalsCommands } from './withdrawals/withdrawals.commands.js';
import { WithdrawalsRepository } from './withdrawals/withdrawals.repository.js';

/** Money that users move into their wallets, and out of them. */
@Module({
  imports: [BooksModule, RailsModule],
  controllers: [TopUpsCommands, WithdrawalsCommands, FreezesCommands],
  providers: [
    ...[TopUpsRepository, TopUpParts, CreateTopUps, TopUpOperations],
    ...[WithdrawalsRepository, WithdrawalTerms, WithdrawalPhones, WithdrawalParts],
    ...[AskWithdrawals, ConfirmWithdrawals, WithdrawalOperations, WithdrawalRetention],
    ...[FreezesRepository, FreezeWallets, WalletMetrics],
  ],
})
export class WalletsModule {}
