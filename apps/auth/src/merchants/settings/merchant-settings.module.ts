import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditModule } from '../../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { MerchantsModule } from '../merchant/merchants.module.js';
import { TillsModule } from '../tills/tills.module.js';
import { LiveRequestsCommands } from './live-requests.commands.js';
import { LiveRequestsRepository } from './live-requests.repository.js';
import { MerchantChangeRights } from './merchant-change-rights.js';
import { MerchantProfileChanges } from './merchant-profile-changes.js';
import { MerchantProfileCommands } from './merchant-profile.commands.js';
import { MerchantSettingsCommands } from './merchant-settings.commands.js';
import { UpdateMerchantProfile } from './update-merchant-profile.js';

@Module({
  imports: [AuditModule, MerchantsModule, MembersModule, ApiKeysModule, TillsModule],
  controllers: [MerchantSettingsCommands, MerchantProfileCommands, LiveRequestsCommands],
  providers: [LiveRequestsRepository, MerchantChangeRights, MerchantProfileChanges, UpdateMerchantProfile],
})
export class MerchantSettingsModule {}
