import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MerchantsModule } from '../merchants/merchants.module.js';
import { MerchantSettingsCommands } from './merchant-settings.commands.js';

@Module({
  imports: [AuditModule, MerchantsModule, ApiKeysModule],
  controllers: [MerchantSettingsCommands],
})
export class MerchantSettingsModule {}
