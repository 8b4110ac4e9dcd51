import { Module } from '@nestjs/common';
import { AuditEventsCommands } from './audit-events.commands.js';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';

@Module({
  controllers: [AuditEventsCommands],
  providers: [AuditTrail, AuditTrailRepository],
  exports: [AuditTrail],
})
export class AuditModule {}
