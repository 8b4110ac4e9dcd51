import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';

@Module({ providers: [AuditTrail, AuditTrailRepository], exports: [AuditTrail] })
export class AuditModule {}
