import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { MerchantsModule } from '../merchant/merchants.module.js';
import { TillChangeRights } from './till-change-rights.js';
import { TillsCommands } from './tills.commands.js';
import { TillsRepository } from './tills.repository.js';

@Module({
  imports: [AuditModule, MerchantsModule, MembersModule],
  controllers: [TillsCommands],
  providers: [TillChangeRights, TillsRepository],
  exports: [TillsRepository],
})
export class TillsModule {}
