import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { IdempotencyModule } from '../../idempotency/idempotency.module.js';
import { MembersModule } from '../members/members.module.js';
import { MerchantsModule } from '../merchant/merchants.module.js';
import { PasswordsModule } from '../../passwords/passwords.module.js';
import { AccountAdmission } from './account-admission.js';
import { AccountClaimsRepository } from './account-claims.repository.js';
import { AccountOpening } from './account-opening.js';
import { AccountsCommands } from './accounts.commands.js';
import { ConfirmAccount } from './confirm-account.js';
import { NewAccounts } from './new-accounts.js';
import { OpenAccount } from './open-account.js';

/** Merchant accounts that their owners open themselves. */
@Module({
  imports: [ApiKeysModule, IdempotencyModule, MembersModule, MerchantsModule, PasswordsModule],
  controllers: [AccountsCommands],
  providers: [OpenAccount, ConfirmAccount, AccountOpening, AccountAdmission, NewAccounts, AccountClaimsRepository],
})
export class AccountsModule {}
