import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RedeemProofs } from './redeem-proofs.js';
import { StaffActs } from './staff-acts.js';
import { StaffRepository } from './staff.repository.js';

const parts = [RedeemProofs, StaffActs, StaffRepository];

/** The acts of the installation's team: whose proofs count, and the trail that has each of them. */
@Module({ imports: [AuditModule], providers: parts, exports: parts })
export class StaffActsModule {}
