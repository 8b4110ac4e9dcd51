import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { AccountsRepository } from './ledger/accounts.repository.js';
import { AnswerChargeStatus } from './charges/answer-charge-status.js';
import { ChargeEvents } from './charges/charge-events.js';
import { ChargesCommands } from './charges/charges.commands.js';
import { IntentsEvents } from './charges/intents.events.js';
import { ChargesRepository } from './charges/charges.repository.js';
import { ChargingConfig } from './config.js';
import { Posting } from './ledger/posting.js';
import { OpenWallets } from './wallets/open-wallets.js';
import { RollUpAccounts } from './ledger/roll-up-accounts.js';
import { SettleCharges } from './charges/settle-charges.js';
import { TopUpWallets } from './wallets/top-up-wallets.js';
import { UsersEvents } from './wallets/users.events.js';
import { WalletsCommands } from './wallets/wallets.commands.js';
import { WalletsRepository } from './wallets/wallets.repository.js';

@Module({
  imports: [PlatformModule.forService('charging', ChargingConfig), MessagingModule.forService()],
  controllers: [IntentsEvents, UsersEvents, ChargesCommands, WalletsCommands],
  providers: [
    AccountsRepository,
    ChargesRepository,
    WalletsRepository,
    ChargeEvents,
    AnswerChargeStatus,
    Posting,
    OpenWallets,
    RollUpAccounts,
    SettleCharges,
    TopUpWallets,
  ],
})
export class AppModule {}
