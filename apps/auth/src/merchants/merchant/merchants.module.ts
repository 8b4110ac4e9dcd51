import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MerchantProfilesRepository } from './merchant-profiles.repository.js';
import { MerchantsCommands } from './merchants.commands.js';
import { MerchantsRepository } from './merchants.repository.js';

@Module({
  imports: [AuditModule],
  controllers: [MerchantsCommands],
  providers: [MerchantsRepository, MerchantProfilesRepository],
  exports: [MerchantsRepository, MerchantProfilesRepository],
})
export class MerchantsModule {}
