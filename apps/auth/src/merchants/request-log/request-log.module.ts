import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { RequestLogCommands } from './request-log.commands.js';
import { RequestLogRepository } from './request-log.repository.js';

/** The request log, which gateways fill and members read. */
@Module({
  imports: [AuditModule],
  controllers: [RequestLogCommands],
  providers: [RequestLogRepository],
  exports: [RequestLogRepository],
})
export class RequestLogModule {}
