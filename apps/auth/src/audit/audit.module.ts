import { Module } from '@nestjs/common';
import { ActsEvents } from './acts.events.js';
import { AuditEventsCommands } from './audit-events.commands.js';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';

@Module({
  controllers: [AuditEventsCommands, ActsEvents],
  providers: [AuditTrail, AuditTrailRepository],
  exports: [AuditTrail],
})
export class AuditModule {}
