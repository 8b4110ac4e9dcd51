import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { AccountsRepository } from './accounts.repository.js';
import { ChargeOutcomes } from './charge-outcomes.js';
import { ChargesEvents } from './charges.events.js';
import { ChargesRepository } from './charges.repository.js';
import { ChargingConfig } from './config.js';
import { Posting } from './posting.js';
import { OpenWallets } from './usecases/open-wallets.js';
import { RollUpAccounts } from './usecases/roll-up-accounts.js';
import { SettleCharges } from './usecases/settle-charges.js';
import { TopUpWallets } from './usecases/top-up-wallets.js';
import { UsersEvents } from './users.events.js';
import { WalletsCommands } from './wallets.commands.js';
import { WalletsRepository } from './wallets.repository.js';

@Module({
  imports: [PlatformModule.forService('charging', ChargingConfig), MessagingModule.forService()],
  controllers: [ChargesEvents, UsersEvents, WalletsCommands],
  providers: [
    AccountsRepository,
    ChargesRepository,
    WalletsRepository,
    ChargeOutcomes,
    Posting,
    OpenWallets,
    RollUpAccounts,
    SettleCharges,
    TopUpWallets,
  ],
})
export class AppModule {}
