import { Global, Module } from '@nestjs/common';
import { apiKeyTable, deniedTokensTable, userTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { Database, PlatformModule, SourceUsesRepository } from '@paygate/platform';
import { AccountsModule } from './merchants/accounts/accounts.module.js';
import { ActsModule } from './merchants/acts/acts.module.js';
import { apiKeySchema } from './merchants/api-keys/api-key.schema.js';
import { AuthConfig } from './config.js';
import { IndexRotation } from './index-rotation.js';
import { MembersModule } from './merchants/members/members.module.js';
import { MerchantSettingsModule } from './merchants/settings/merchant-settings.module.js';
import { merchantSchema } from './merchants/merchant/merchant.schema.js';
import { PersonalData } from './personal-data.js';
import { RequestLogModule } from './merchants/request-log/request-log.module.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { SessionsModule } from './customers/sessions/sessions.module.js';
import { StaffModule } from './staff/staff.module.js';
import { TablesModule } from './tables.module.js';
import { UsersModule } from './customers/users/users.module.js';

const sourceUses = {
  provide: SourceUsesRepository,
  inject: [Database, AuthConfig],
  useFactory: (database: Database, config: AuthConfig) =>
    new SourceUsesRepository(database, { table: 'source_use', windowSeconds: config.MEMBER_MAIL_WINDOW_SECONDS }),
};

/** Providers that every feature uses. */
@Global()
@Module({ providers: [PersonalData, sourceUses], exports: [PersonalData, SourceUsesRepository] })
class StorageModule {}

@Module({
  imports: [
    PlatformModule.forService('auth', AuthConfig, [merchantSchema, apiKeySchema]),
    MessagingModule.forService({ replies: true, ownedTables: [apiKeyTable, userTokenKeyTable, deniedTokensTable] }),
    ...[StorageModule, UsersModule, SessionsModule, MembersModule, AccountsModule, ActsModule],
    ...[MerchantSettingsModule, RequestLogModule, StaffModule, TablesModule],
  ],
  providers: [IndexRotation, ScheduledJobs],
})
export class AppModule {}
