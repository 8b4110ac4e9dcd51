import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MerchantsCommands } from './merchants.commands.js';
import { MerchantsRepository } from './merchants.repository.js';

@Module({
  imports: [AuditModule],
  controllers: [MerchantsCommands],
  providers: [MerchantsRepository],
  exports: [MerchantsRepository],
})
export class MerchantsModule {}
