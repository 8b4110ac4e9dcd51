import { Module } from '@nestjs/common';
import { AuditEventsCommands } from './audit-events.commands.js';
import { AuditTallies } from './audit-tallies.js';
import { AuditTalliesRepository } from './audit-tallies.repository.js';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';

@Module({
  controllers: [AuditEventsCommands],
  providers: [AuditTrail, AuditTrailRepository, AuditTallies, AuditTalliesRepository],
  exports: [AuditTrail, AuditTallies, AuditTrailRepository],
})
export class AuditModule {}
