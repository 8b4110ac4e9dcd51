import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MerchantsModule } from '../merchants/merchants.module.js';
import { MerchantSettingsCommands } from './merchant-settings.commands.js';
import { SetMerchant } from './set-merchant.js';

@Module({
  imports: [AuditModule, MerchantsModule, ApiKeysModule],
  controllers: [MerchantSettingsCommands],
  providers: [SetMerchant],
})
export class MerchantSettingsModule {}
